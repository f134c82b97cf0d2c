#!/usr/bin/env node
// Versions of Node that are too old must be able to read this file: it is written in the JavaScript of 2009.
"use strict";

var version = process.versions.node.split(".").map(Number);

if (version[0] < 20 || (version[0] === 20 && version[1] < 19)) {
  console.error("guardrails: Node 20.19 or newer is needed, this is Node %s", process.versions.node);
  process.exitCode = 2;
} else {
  require("./start.js");
}
