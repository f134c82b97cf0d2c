import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumInWords, installedChromium, launchChromium } from "../support/chromium.js";
import { runCli } from "../support/run-cli.js";
import { shopCall, shopResult, shopTranscript } from "../support/small-shop.js";

/** The page draws after it was asked: answers are waited for. */
const patience = { timeout: 20_000 };

const ask = { role: "user", content: "Where is my parcel?" };
const call = (id: string, given: object, name?: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [shopCall(id, JSON.stringify(given), name)],
});
const answered = (id: string, given: object, name?: string) => [call(id, given, name), shopResult(id, "On its way")];

/** 200 turns, one of them at fault. */
const long = shopTranscript([
  ask,
  ...Array.from({ length: 200 }, (_, turn) =>
    answered(`c${turn}`, turn === 131 ? { parcel: "seven", region: "north" } : { parcel: turn }),
  ).flat(),
]);

const states = shopTranscript([
  ask,
  { role: "assistant", content: null, tool_calls: [shopCall("a1", { parcel: 1 }), shopCall("a2", { parcel: 2 })] },
  shopResult("a1", "here"),
  shopResult("a1", "here again"),
  { role: "user", content: "And the other one?" },
  shopResult("a2", "there"),
  call("a3", { parcel: 3 }),
  { role: "user", content: "Well?" },
  shopResult("zz", "late"),
  call("a4", { parcel: 4 }),
]);

const attack = '</script><img src="https://evil.example/x.png" onerror="window.owned=1"><script>window.owned=1</script>';
const hostile = JSON.stringify({
  model: attack,
  messages: [
    { role: "system", content: attack },
    { role: "user", content: `${attack} \u202e reversed \u0000` },
    {
      role: "assistant",
      content: `<svg onload="window.owned=1">`,
      tool_calls: [shopCall(`"${attack}`, { [attack]: attack, parcel: attack }, "find_parcel")],
    },
    shopResult(attack, attack),
    call("javascript:owned=1", { __proto__: attack }, `javascript:window.owned=1//${attack}`),
    ask,
  ],
  tools: [
    {
      type: "function",
      function: {
        name: "find_parcel",
        description: attack,
        parameters: { type: "object", properties: { parcel: { type: "integer", description: attack }, [attack]: { enum: [1, attack] } } },
      },
    },
  ],
});

describe.skipIf(installedChromium === undefined)(`the page in Chromium${chromiumInWords}`, { timeout: 120_000 }, () => {
  let browser: Browser;
  let folder: string;
  const trouble: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "page-"));
    browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The page of these files, made once: its address. */
  function write(files: Readonly<Record<string, string>>): string {
    const names = Object.keys(files);
    const path = join(folder, `${names.join(" ")}.html`);
    if (!existsSync(path)) {
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      runCli(["check", ...names, "-o", `html=${path}`, "-r", "compact", "--no-config"], { cwd: folder });
    }
    return pathToFileURL(path).href;
  }

  async function open(url: string, size = { width: 1280, height: 900 }): Promise<Page> {
    const page = await browser.newPage({ viewport: size });
    trouble.length = 0;
    page.on("console", (message) => trouble.push(message.text()));
    page.on("pageerror", (error) => trouble.push(String(error)));
    page.on("dialog", (dialog) => trouble.push(`dialog ${dialog.message()}`));
    page.on("request", (request) => {
      if (request.url() !== url.replace(/#.*/, "")) trouble.push(`request ${request.url()}`);
    });
    await page.goto(url);
    await page.waitForSelector("main");
    return page;
  }

  const several = {
    "north.json": shopTranscript([ask, ...answered("c1", { parcel: "seven" }), ...answered("c2", {}, "lose_parcel")]),
    "south.json": shopTranscript([ask, ...answered("c1", { parcel: 1, region: "east" })]),
    "west.json": shopTranscript([ask, ...answered("c1", { parcel: 1 })]),
  };
  const paths = (page: Page) => page.locator(".rows .path").allTextContents();

  it("opens from a file, asks for nothing, and names the worst conversation first", async () => {
    const page = await open(write(several));
    await expect.poll(() => page.title(), patience).toMatch(/^guardrails: \d errors/);
    await expect.poll(() => paths(page), patience).toEqual(["north.json", "south.json", "west.json"]);
    await expect.poll(() => page.locator("h1").textContent(), patience).toContain("Failed");
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("filters by a bar, a severity and a part of the path, and keeps all of it in the address", async () => {
    const url = write(several);
    const page = await open(url);
    await page.getByRole("button", { name: /^invalid-arguments/ }).click();
    await expect.poll(() => paths(page), patience).toEqual(["north.json", "south.json"]);
    await page.getByLabel("Path holds").fill("SOU");
    await expect.poll(() => paths(page), patience).toEqual(["south.json"]);
    await page.getByRole("button", { name: "Errors" }).click();
    expect(new URL(page.url()).hash).toBe("#rule=invalid-arguments&severity=error&path=SOU");
    await expect.poll(() => page.getByRole("status").textContent(), patience).toContain("1 of 3 conversations");
    await page.reload();
    await page.waitForSelector("main");
    await expect.poll(() => paths(page), patience).toEqual(["south.json"]);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => paths(page), patience).toHaveLength(3);
    await page.goBack();
    await expect.poll(() => paths(page), patience).toEqual(["south.json"]);
    await page.close();
  });

  it("shows the faulty call of 200 turns on the first screen, with its characters marked and its declaration beside it", async () => {
    const page = await open(write({ "long.json": long }));
    const mark = page.locator("mark");
    expect(await mark.allTextContents()).toEqual(['"seven"']);
    const box = await mark.boundingBox();
    expect(box !== null && box.y + box.height < 900).toBe(true);
    await expect.poll(() => page.locator(".parameters .faulty").textContent(), patience).toContain("parcel integer required");
    await expect.poll(() => page.locator(".line").count(), patience).toBeLessThan(40);
    await page
      .getByRole("button", { name: /messages without findings/ })
      .first()
      .click();
    await expect.poll(() => page.locator(".line").count(), patience).toBeGreaterThan(200);
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("goes to a finding by its address, and gives each finding one", async () => {
    const url = write({ "states.json": states, "long.json": long });
    const page = await open(`${url}#conversation=long.json%231`);
    const href = (await page.locator(".finding-list a").first().getAttribute("href")) ?? "";
    await page.close();
    const linked = await open(`${url}${href}`, { width: 375, height: 500 });
    await linked.waitForFunction('document.activeElement?.classList.contains("finding") === true');
    expect(await linked.locator(".finding.chosen .message").textContent()).toContain("`parcel` must be an integer");
    expect(await linked.locator(".finding.chosen").boundingBox()).toMatchObject({ x: expect.any(Number) });
    await linked.close();
  });

  it("is used by keys alone: path filter, list, findings, and back", async () => {
    const page = await open(write(several));
    await page.keyboard.press("/");
    await page.keyboard.type("th");
    await expect.poll(() => paths(page), patience).toEqual(["north.json", "south.json"]);
    await page.locator("a.row").first().focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.evaluate("document.activeElement?.textContent"), patience).toContain("south.json");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("h1").textContent(), patience).toBe("north.json");
    await expect.poll(() => page.evaluate("document.activeElement?.id"), patience).toBe("conversation-title");
    await page.keyboard.press("n");
    await expect.poll(() => page.evaluate("document.activeElement?.id"), patience).not.toBe("conversation-title");
    const first = await page.evaluate("document.activeElement?.id");
    await page.keyboard.press("n");
    await expect.poll(() => page.evaluate("document.activeElement?.id"), patience).not.toBe(first);
    const second = await page.evaluate("document.activeElement?.id");
    await page.keyboard.press("p");
    await expect.poll(() => page.evaluate("document.activeElement?.id"), patience).not.toBe(second);
    await page.keyboard.press("]");
    await expect.poll(() => page.locator("h1").textContent(), patience).toBe("south.json");
    await page.keyboard.press("Escape");
    await expect.poll(() => paths(page), patience).toEqual(["north.json", "south.json"]);
    await page.close();
  });

  it("names calls and results for what they are, in words, not by color alone", async () => {
    const page = await open(`${write({ "states.json": states, "long.json": long })}#conversation=states.json%231`);
    const badges = (await page.locator(".badge.state").allTextContents()).map((text) => text.replace(/\s+/g, " "));
    for (const word of ["answered in message", "no result", "pending", "duplicate", "misplaced", "orphaned"]) {
      expect(
        badges.some((text) => text.includes(word)),
        `${word} in ${badges.join(" | ")}`,
      ).toBe(true);
    }
    for (const style of ["answers", "misplaced", "duplicate"])
      await expect.poll(() => page.locator(`.lane.start.${style}`).count(), patience).toBeGreaterThan(0);
    for (const style of ["loose.pending", "loose.unanswered", "stray.orphaned"])
      await expect.poll(() => page.locator(`.lane.${style}`).count(), patience).toBe(1);
    await page.close();
  });

  it("runs nothing that a transcript holds, and asks for nothing", async () => {
    const page = await open(write({ "hostile.json": hostile }));
    await expect.poll(() => page.locator(".line").count(), patience).toBeGreaterThan(6);
    await page.getByText("JSON Schema").first().click();
    await expect.poll(() => page.evaluate("globalThis.owned"), patience).toBeUndefined();
    await expect.poll(() => page.locator("img, iframe, object, embed, svg [onload], main script").count(), patience).toBe(0);
    await expect.poll(() => page.locator("a[href^='javascript:']").count(), patience).toBe(0);
    await expect.poll(() => page.locator("main").textContent(), patience).toContain("onerror");
    await expect.poll(() => page.locator(".control").first().textContent(), patience).toBe("U+202E");
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("forbids what its policy does not name, should anything ever get in", async () => {
    const page = await open(write(several));
    await page.evaluate(`{
      const script = document.createElement("script");
      script.append(document.createTextNode("globalThis.owned = 1"));
      document.body.append(script);
    }`);
    await expect.poll(() => page.evaluate("globalThis.owned"), patience).toBeUndefined();
    await expect
      .poll(() => page.evaluate('fetch("https://evil.example").then(() => "asked", () => "forbidden")'), patience)
      .toBe("forbidden");
    await page.close();
  });

  it("scrolls through 10,000 conversations and holds a screenful of them", async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      JSON.stringify({
        model: "gpt-4o",
        messages: [ask, call(`c${index}`, { parcel: index % 50 === 7 ? "x" : index })],
        tools: JSON.parse(long).tools,
      }),
    );
    const page = await open(write({ "many.jsonl": lines.join("\n") }));
    await expect.poll(() => page.getByRole("status").textContent(), patience).toContain("10,000 conversations");
    await expect.poll(() => page.locator(".rows li").count(), patience).toBeLessThan(80);
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    await page.locator('[data-index="9999"]').waitFor();
    await expect.poll(() => page.locator(".rows li").count(), patience).toBeLessThan(80);
    await expect.poll(() => page.locator('[data-index="9999"]').textContent(), patience).toContain("#10000");
    await page.locator('[data-index="9999"]').focus();
    await page.keyboard.press("Home");
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("data-index")'), patience).toBe("0");
    await expect.poll(() => page.locator('[data-index="0"]').textContent(), patience).toContain("invalid-arguments");
    await page.close();
  });

  it("fits windows of 375, 900 and 1440 pixels, light and dark", async () => {
    const url = write({ "states.json": states, "long.json": long });
    const page = await open(url);
    for (const hash of ["#", "#conversation=states.json%231"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.locator(hash === "#" ? ".charts" : ".timeline").waitFor();
      for (const width of [375, 900, 1440]) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await expect
            .poll(() => page.evaluate("document.documentElement.scrollWidth"), { ...patience, message: `${hash} ${width} ${colorScheme}` })
            .toBe(width);
        }
      }
    }
    expect(trouble).toEqual([]);
    await page.close();
  });

  it("prints in light, without what one can only click", async () => {
    const page = await open(write(several));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect.poll(() => page.locator(".filters").isVisible(), patience).toBe(false);
    await expect.poll(() => page.locator(".rows li").first().isVisible(), patience).toBe(true);
    const back = await page.evaluate("getComputedStyle(document.body).backgroundColor");
    expect(back).toBe("rgb(255, 255, 255)");
    await page.close();
  });

  it("shows one file with inspect --html, hides its text with --redact, and says what was not understood by its exit code", async () => {
    write({ "long.json": long, "odd.json": '{"a": 1}' });
    const shown = runCli(["inspect", "long.json", "--html", "--redact"], { cwd: folder });
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).not.toMatch(/On its way|seven/);
    const path = join(folder, "inspected.html");
    writeFileSync(path, shown.stdout);
    const page = await open(pathToFileURL(path).href);
    await expect.poll(() => page.locator("h1").textContent(), patience).toBe("long.json");
    await expect.poll(() => page.locator("mark").allTextContents(), patience).toEqual(['"…"']);
    await expect.poll(() => page.locator(".lane.start").count(), patience).toBeGreaterThan(0);
    await page.close();
    expect(runCli(["inspect", "odd.json", "--html"], { cwd: folder }).exitCode).toBe(1);
    expect(runCli(["inspect", "none.json", "--html"], { cwd: folder })).toMatchObject({ exitCode: 2, stdout: "" });
  });
});
