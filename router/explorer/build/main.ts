import { buildExplorer } from "./build-explorer.ts";

const startedAt = performance.now();
const isBuilt = await buildExplorer({ force: process.argv.includes("--force") });
const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
if (isBuilt) process.stderr.write(`Explorer built in ${seconds} s.\n`);
