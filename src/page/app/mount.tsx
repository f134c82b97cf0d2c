import { render } from "preact";
import type { DetailSource, PageData } from "../page-data.js";
import { App } from "./app.js";

/** A page that was drawn into an element. */
export interface MountedPage {
  /** Draws other data in its place; what the address says stays. */
  update(data: PageData, detailOf: DetailSource): void;
  unmount(): void;
}

/** Draws the page into an element. Whatever is in the data becomes text nodes, never markup. */
export function mount(root: HTMLElement, data: PageData, detailOf: DetailSource): MountedPage {
  const draw = (nextData: PageData, nextSource: DetailSource) => render(<App data={nextData} detailOf={nextSource} />, root);
  root.textContent = "";
  draw(data, detailOf);
  return { update: draw, unmount: () => render(null, root) };
}
