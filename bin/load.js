// Loads the program, one file of CommonJS, with the bytecode that the build left beside it: a start takes two thirds of the time.
//
// V8 refuses bytecode of another version or of other flags, and then compiles the text: slower, never different.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const filename = join(__dirname, "../dist/cli/main.cjs");

/** Where the compiled code is. */
const compiled = join(__dirname, "../dist/cli/main.compiled");

/** Runs the file; gives what it exports, and the script that its code can be had from. */
function load() {
  const text = readFileSync(filename, "latin1"); // it is ASCII
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename,
    cachedData: readCompiled(),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
  return { program: module.exports, script };
}

function readCompiled() {
  try {
    return readFileSync(compiled);
  } catch {
    return undefined;
  }
}

/** Code from a cache cannot import a module (a configuration): it asks for it here. */
function importModule(url) {
  return import(url);
}

module.exports = { compiled, importModule, load };
