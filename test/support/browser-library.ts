import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";

const root = resolve(import.meta.dirname, "../..");

/** Where the page of the tests says that it is; nothing is asked outside the test. */
const origin = "https://library.example";

/** An empty page with the library for browsers as `globalThis.library`, and the fixtures beside it. */
export async function openLibrary(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  await page.route("**/*", (route) => {
    const { origin: asked, pathname } = new URL(route.request().url());
    if (asked !== origin) return route.abort();
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: "<!doctype html><title>library</title>" });
    const file = join(root, decodeURIComponent(pathname));
    if (!existsSync(file)) return route.fulfill({ status: 404 });
    const contentType = file.endsWith(".js") ? "text/javascript" : "application/octet-stream";
    return route.fulfill({ contentType, body: readFileSync(file) });
  });
  await page.goto(`${origin}/`);
  await page.evaluate('import("/dist/browser/index.js").then((library) => { globalThis.library = library; })');
  return page;
}

/** What an expression in that page comes to; it may use `library` and `given`. */
export async function inLibrary(page: Page, expression: string, given: unknown = null): Promise<unknown> {
  const text = await page.evaluate(
    `(async (given) => JSON.stringify((await (${expression})) ?? null))(${JSON.stringify(given)}).catch((error) => JSON.stringify({ error: error.name + ": " + error.message }))`,
  );
  return JSON.parse(String(text));
}
