#!/usr/bin/env node
const { importModule, load } = require("./load.js");

load()
  .program.main(process.argv.slice(2), importModule)
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
