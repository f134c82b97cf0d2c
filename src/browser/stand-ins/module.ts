// `node:module` for browsers: what the core loads late in Node is in the bundle.
import * as regexpp from "@eslint-community/regexpp";
import * as formats from "ajv-formats/dist/formats.js";
import * as fzstd from "fzstd";
import * as yaml from "yaml";

const libraries: Readonly<Record<string, unknown>> = {
  "@eslint-community/regexpp": regexpp,
  "ajv-formats/dist/formats.js": formats,
  fzstd,
  yaml,
};

/** @returns what finds libraries by their names */
export function createRequire(): (name: string) => unknown {
  return (name) => {
    const library = libraries[name];
    if (library === undefined) throw new Error(`${name} is not in the build for browsers`);
    return library;
  };
}
