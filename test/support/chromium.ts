import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where systems put it; `CHROMIUM` names another one. */
const places = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser that is installed; `undefined`: none is, and tests in it are skipped. */
export const installedChromium = [process.env.CHROMIUM ?? "", ...places].find((path) => path !== "" && existsSync(path));

/** Added to the name of a suite that is skipped, so that the run says why. */
export const chromiumInWords = installedChromium === undefined ? " (skipped: Chromium is not installed)" : "";

/** Starts a browser that asks nobody for anything. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: installedChromium ?? "",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
