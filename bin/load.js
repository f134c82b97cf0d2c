// Loads the program, one file of CommonJS, with the bytecode that the build left beside it: a start takes two thirds of the time.
//
// V8 refuses bytecode of another version or of other flags, and then compiles the text: slower, never different. It does not see that the
// text or the bytecode was changed since the build: a checksum does.
const { readFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");
const { crc32 } = require("node:zlib");

const filename = join(__dirname, "../dist/cli/main.cjs");

/** Holds a checksum, and behind it the bytecode. */
const compiled = join(__dirname, "../dist/cli/main.compiled");

/** Runs the file; gives what it exports, and the script that its bytecode can be had from. */
function load() {
  const text = readFileSync(filename, "utf8");
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
    filename: "dist/cli/main.cjs", // the same wherever it is installed: bytecode keeps it
    cachedData: readCompiled(text),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));
  return { program: module.exports, script };
}

/** Leaves the bytecode of a script that has run, for the next start. */
function pack(script) {
  const code = script.createCachedData();
  const head = Buffer.alloc(4);
  head.writeUInt32LE(crc32(code, crc32(readFileSync(filename))));
  return Buffer.concat([head, code]);
}

function readCompiled(text) {
  try {
    const file = readFileSync(compiled);
    const code = file.subarray(4);
    return file.readUInt32LE() === crc32(code, crc32(text)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Code from a cache cannot import a module (a configuration): it asks for it here. */
function importModule(url) {
  return import(url);
}

module.exports = { compiled, importModule, load, pack };
