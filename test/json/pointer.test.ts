import { describe, expect, it } from "vitest";
import { formatPointer, parsePointer, resolvePointer } from "../../src/json/pointer.js";
import { rootOf } from "../support/json.js";

describe("JSON Pointer", () => {
  it("resolves the examples of RFC 6901", () => {
    const root = rootOf('{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}');
    const values = ["/foo/0", "/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", '/k"l', "/ ", "/m~0n"].map((pointer) =>
      resolvePointer(root, pointer)?.value(),
    );
    expect(values).toEqual(["bar", 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(resolvePointer(root, "")).toBe(root);
  });

  it.each(["/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/1e0", "/foo/ 0", "/foo/", "/foo/0/a", "/none", "foo", "/a~b", "/a~2"])(
    "finds nothing at %s",
    (pointer) => {
      expect(resolvePointer(rootOf('{"foo":["bar","baz"],"a~b":1}'), pointer)).toBeUndefined();
    },
  );

  it("decodes ~01 as ~1, not as a slash", () => {
    expect(parsePointer("/~01/~10")).toEqual(["~1", "/0"]);
    expect(formatPointer(["~1", "/0", 3])).toBe("/~01/~10/3");
    expect(parsePointer("")).toEqual([]);
  });
});
