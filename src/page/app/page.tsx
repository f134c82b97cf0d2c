import type { PageData, PageDetail } from "../page-data.js";
import { mount } from "./mount.js";
import "./style.css";

/** What a page without data shows: so that a page cut off on its way says so, and nothing else happens. */
const nothing = "This page is incomplete: its data is missing. Make the report again.";

/** The page's own data: written by the reporter, in the shape of the type. */
function inertJson<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text == null || text === "" ? undefined : JSON.parse(text);
}

const root = document.getElementById("app");
const data = inertJson<PageData>("page-data");
if (root !== null && data !== undefined) mount(root, data, (detail) => inertJson<PageDetail>(`detail-${detail}`));
else if (root !== null) root.textContent = nothing;
