import { findArrowFaults } from "./arrows.ts";
import { codeFolders, readSources } from "./imports.ts";
import { largestFolders, measureRooms } from "./rooms.ts";

const files = readSources();
const faults = findArrowFaults(files);
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (process.argv.includes("--report")) report();
process.stdout.write(`${files.length} files, ${faults.length} imports against the arrows\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function report(): void {
  const lines = (["subgraphs/hub", "subgraphs/property", "subgraphs/gateway", ...codeFolders] as const)
    .map((folder) => measureRooms(files, folder))
    .map(({ folder, rooms, arrows, mutual }) => {
      const pairs = mutual.length === 0 ? "" : `: ${mutual.map((pair) => pair.replace("→", "⇄")).join(", ")}`;
      return `${folder}: ${rooms} rooms, ${arrows} arrows, ${mutual.length} mutual${pairs}`;
    });
  const sizes = largestFolders(files, 10).map(([folder, count]) => `${String(count).padStart(4)} ${folder}`);
  process.stdout.write(`${lines.join("\n")}\n\nLargest folders (files):\n${sizes.join("\n")}\n\n`);
}
