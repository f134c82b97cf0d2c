// Starts the program: an ES module, which only the versions of Node that it runs on are asked to import.
const { enableCompileCache } = require("node:module");

enableCompileCache?.(); // Node 22.8 and newer: the compiled code of one start serves the next
import("../dist/cli/main.js")
  .then(({ main }) => main(process.argv.slice(2)))
  .then((exitCode) => {
    process.exitCode = exitCode;
  });
