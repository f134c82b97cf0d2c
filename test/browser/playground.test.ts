import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumInWords, installedChromium, launchChromium } from "../support/chromium.js";
import { runCli } from "../support/run-cli.js";
import { shopCall, shopResult, shopTranscript } from "../support/small-shop.js";

/** The page draws after it was asked: answers are waited for. */
const patience = { timeout: 20_000 };

const root = resolve(import.meta.dirname, "../..");

const faulty = shopTranscript([
  { role: "user", content: "Where is my parcel?" },
  { role: "assistant", content: null, tool_calls: [shopCall("c1", '{"parcel": "seven"}')] },
  shopResult("c1", "On its way"),
]);
const sound = faulty.replace('\\"seven\\"', "7");

const attack = '</script></textarea><img src="https://evil.example/x.png" onerror="window.owned=1"><script>window.owned=1</script>';

describe.skipIf(installedChromium === undefined)(`the playground in Chromium${chromiumInWords}`, { timeout: 120_000 }, () => {
  let browser: Browser;
  let folder: string;
  let url: string;
  const trouble: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "playground-"));
    const { buildPlayground } = await import(pathToFileURL(join(root, ".build/playground.mjs")).href);
    const path = join(folder, "index.html");
    writeFileSync(path, await buildPlayground());
    url = pathToFileURL(path).href;
    browser = await launchChromium();
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(size = { width: 1280, height: 900 }): Promise<Page> {
    const page = await browser.newPage({ viewport: size });
    trouble.length = 0;
    page.on("console", (message) => trouble.push(message.text()));
    page.on("pageerror", (error) => trouble.push(String(error)));
    page.on("dialog", (dialog) => trouble.push(`dialog ${dialog.message()}`));
    page.on("request", (request) => {
      if (request.url() !== url && !request.url().startsWith("blob:")) trouble.push(`request ${request.url()}`);
    });
    await page.goto(url);
    await page.waitForSelector("textarea");
    return page;
  }

  /** Lets files fall on the page, as a file manager would. */
  async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
    await page.evaluate(`{
      const data = new DataTransfer();
      for (const [name, text] of Object.entries(${JSON.stringify(files)})) data.items.add(new File([text], name));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
  }

  const verdict = (page: Page, word: string) => page.locator(".verdict", { hasText: word }).waitFor();

  it("judges a text that is typed or pasted, and draws it with the faulty characters marked", async () => {
    const page = await open();
    await page.locator("textarea").fill(faulty);
    await verdict(page, "Failed");
    await expect.poll(() => page.locator("mark").allTextContents(), patience).toEqual(['"seven"']);
    await page.locator("textarea").fill(sound);
    await verdict(page, "Passed");
    await expect.poll(() => page.locator("mark").count(), patience).toBe(0);
    await page.locator("textarea").fill("");
    await page.locator(".verdict").waitFor({ state: "detached" });
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("takes what is pasted outside its field", async () => {
    const page = await open();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.setData("text/plain", ${JSON.stringify(faulty)});
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }`);
    await verdict(page, "Failed");
    await expect.poll(() => page.locator("textarea").inputValue(), patience).toBe(faulty);
    await page.close();
  });

  it("takes several files that are dropped, gives equal names a number, and removes them again", async () => {
    const page = await open();
    await drop(page, { "north.json": faulty, "south.json": sound });
    await verdict(page, "Failed");
    await drop(page, { "north.json": sound });
    await page.locator(".rows .path", { hasText: "north (2).json" }).waitFor();
    await expect
      .poll(() => page.locator(".rows .path").allTextContents(), patience)
      .toEqual(["north.json", "north (2).json", "south.json"]);
    await page.getByRole("button", { name: "Remove north.json" }).click();
    await verdict(page, "Passed");
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("judges by the format, the profile and the declarations that are chosen, and says which declarations it cannot read", async () => {
    const page = await open();
    const { messages, tools } = JSON.parse(faulty);
    await drop(page, { "bare.json": JSON.stringify({ messages }) });
    await page.locator(".verdict").waitFor();
    await expect.poll(() => page.locator("mark").count(), patience).toBe(0);
    const choose = (name: string, text: string) =>
      page.getByLabel("Tool declarations").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
    await choose("tools.json", JSON.stringify(tools));
    await page.locator("mark", { hasText: '"seven"' }).waitFor();
    await page.getByLabel("Profile").selectOption("mistral");
    await page.locator("main", { hasText: /Profile\s*mistral/ }).waitFor();
    await choose("broken.json", "{");
    await page.getByRole("alert").waitFor();
    await expect.poll(() => page.getByRole("alert").textContent(), patience).toContain("broken.json:1:2");
    await page.getByRole("button", { name: "Remove broken.json" }).click();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.close();
  });

  it("reads packed files, and finds in its example what the command finds", async () => {
    const page = await open();
    await page.getByRole("button", { name: "Try an example" }).click();
    await verdict(page, "Failed");
    const inNode = JSON.parse(
      runCli(["check", "fixtures/demo/support-agent-broken.json", "-r", "json", "--no-config"], { cwd: root }).stdout,
    );
    const { errors, warnings } = inNode.summary;
    const figures = (await page.locator(".figures li").allTextContents()).map((text) => text.trim());
    expect(figures.slice(0, 2)).toEqual([
      `${errors} ${errors === 1 ? "error" : "errors"}`,
      `${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
    ]);
    await page.close();
  });

  it("saves what it shows as a page of its own, with or without its text", async () => {
    const page = await open();
    await drop(page, { "north.json": faulty });
    await verdict(page, "Failed");
    const save = async () => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as one page" }).click()]);
      const path = join(folder, "saved.html");
      await download.saveAs(path);
      return { name: download.suggestedFilename(), path, text: readFileSync(path, "utf8") };
    };
    const saved = await save();
    expect(saved.name).toBe("guardrails.html");
    const other = await browser.newPage();
    await other.goto(pathToFileURL(saved.path).href);
    await expect.poll(() => other.locator("mark").allTextContents(), patience).toEqual(['"seven"']);
    await other.close();
    await page.getByLabel("hide values and text").check();
    expect((await save()).text).not.toMatch(/seven|On its way/);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("runs nothing that a transcript or a file name holds, and may ask for nothing", async () => {
    const page = await open();
    const hostile = JSON.stringify({
      model: attack,
      messages: [
        { role: "user", content: attack },
        { role: "assistant", content: attack, tool_calls: [shopCall(attack, JSON.stringify({ parcel: attack }), attack)] },
        shopResult(attack, attack),
      ],
      tools: JSON.parse(faulty).tools,
    });
    await drop(page, { [`${attack}.json`]: hostile });
    await page.locator(".verdict").waitFor();
    await page.locator("textarea").fill(hostile);
    await page.locator(".rows .path", { hasText: "pasted.json" }).waitFor();
    await page.locator("a.row").first().click();
    await page.locator(".line").first().waitFor();
    expect(await page.evaluate("globalThis.owned")).toBeUndefined();
    await expect.poll(() => page.locator("img, iframe, object, embed, main script").count(), patience).toBe(0);
    expect(trouble).toEqual([]);
    expect(await page.evaluate('fetch("https://evil.example").then(() => "asked", () => "forbidden")')).toBe("forbidden");
    expect(await page.evaluate('fetch(location.href).then(() => "asked", () => "forbidden")')).toBe("forbidden");
    await page.close();
  });

  it("fits windows of 375, 900 and 1440 pixels, light and dark", async () => {
    const page = await open();
    const width = () => page.evaluate("document.documentElement.scrollWidth");
    for (const state of ["empty", "full"]) {
      if (state === "full")
        await drop(page, { "a transcript with a rather long name, as exports of chats have it.json": faulty, "b.json": sound });
      if (state === "full") await verdict(page, "Failed");
      for (const size of [375, 900, 1440]) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width: size, height: 800 });
          await page.emulateMedia({ colorScheme });
          expect(await width(), `${state} ${size} ${colorScheme}`).toBe(size);
        }
      }
    }
    expect(trouble).toEqual([]);
    await page.close();
  });
});
