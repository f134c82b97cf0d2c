import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createStablePath } from "../../src/input/stable-path.js";
import { temporaryFolder } from "../support/temporary-folder.js";

describe("the stable path of a file", () => {
  it("is the one from the root of its repository, wherever the program was started", () => {
    const root = temporaryFolder({ "logs/deep/a.json": "{}" });
    mkdirSync(join(root, ".git"));
    expect(createStablePath(root)("logs/deep/a.json")).toBe("logs/deep/a.json");
    expect(createStablePath(join(root, "logs"))("deep/a.json")).toBe("logs/deep/a.json");
    expect(createStablePath(join(root, "logs/deep"))("../../b.json")).toBe("b.json");
  });

  it("is the one from a fallback where there is no repository, and the name alone without one", () => {
    const root = temporaryFolder({ "logs/a.json": "{}" });
    expect(createStablePath(join(root, "logs"))("a.json", [join(root, "other"), root])).toBe("logs/a.json");
    expect(createStablePath(root)("logs/a.json")).toBe("a.json");
  });

  it("leaves what is no path", () => {
    expect(createStablePath("/")("<stdin>")).toBe("<stdin>");
  });
});
