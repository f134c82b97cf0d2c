// Leaves the bytecode of the program beside it, as it is after a run over the demo: of what that run called, V8 keeps the code.
const { writeFileSync } = require("node:fs");
const { compiled, importModule, load, pack } = require("../bin/load.js");

const { program, script } = load();
program.main(["check", "fixtures/demo", "--no-config"], importModule).then(() => writeFileSync(compiled, pack(script)));
