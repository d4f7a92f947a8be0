/** The compiled platform in one process, as `npm start` runs it, on the benchmark's database. */
import { pathToFileURL } from "node:url";
import { projectPath } from "../../src/project-root.ts";
import { reportToParent } from "../child.ts";

const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

// As the program does it: the heap is held small once everything is loaded.
const { growFreely } = await load<typeof import("../../platform/runtime/heap-growth.ts")>(
  "platform",
  "runtime",
  "heap-growth.js",
);
growFreely();
await import("reflect-metadata");
const { readConfig } = await load<typeof import("../../src/config/config.ts")>("src", "config", "config.js");
const { createLog } = await load<typeof import("../../src/observability/log.ts")>(
  "src",
  "observability",
  "log.js",
);
const { startPlatform } = await load<typeof import("../../platform/start.ts")>("platform", "start.js");
const running = await startPlatform(readConfig(), createLog({ level: "error" }));
// What is measured is the platform with its data.
await running.buildings?.ended;
const { compactHeap } = await load<typeof import("../../platform/runtime/compact-heap.ts")>(
  "platform",
  "runtime",
  "compact-heap.js",
);
compactHeap();
reportToParent(() => running.close());
