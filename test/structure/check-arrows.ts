import { findArrowFaults } from "./arrows.ts";
import { readSources } from "./imports.ts";

const files = readSources();
const faults = findArrowFaults(files);
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`${files.length} files, ${faults.length} imports against the arrows\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
