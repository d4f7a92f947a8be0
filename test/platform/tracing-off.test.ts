import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";
import { until } from "../support/poll.ts";
import { startTraceCollector } from "../support/trace-collector.ts";
import {
  buildProgram,
  freePorts,
  runProgram,
  statusOf,
  temporaryDirectory,
} from "./support/platform-process.ts";

beforeAll(buildProgram);

/** A module that writes the URL of every module that a process loads, by import and by require, to a file. */
async function loadRecorder(directory: string) {
  const list = join(directory, "loaded.txt");
  const hook = join(directory, "hook.mjs");
  await writeFile(list, "");
  await writeFile(
    hook,
    `import { appendFileSync } from "node:fs";
     import { registerHooks } from "node:module";
     registerHooks({
       load(url, context, next) {
         appendFileSync(${JSON.stringify(list)}, url + "\\n");
         return next(url, context);
       },
     });`,
  );
  const packages = async (): Promise<string[]> => {
    const urls = (await readFile(list, "utf8")).split("\n");
    expect(urls.length).toBeGreaterThan(100);
    const names = urls.flatMap((url) => /.*node_modules\/(@opentelemetry\/[^/]+)\//.exec(url)?.[1] ?? []);
    // SDKs and servers of others load these two, which do nothing alone.
    const others = ["@opentelemetry/api", "@opentelemetry/semantic-conventions"];
    return [...new Set(names)].filter((name) => !others.includes(name)).sort();
  };
  return { url: pathToFileURL(hook).href, packages };
}

/** Packages below `@opentelemetry` that a router has loaded by the time it is up. */
async function packagesOfRouter(settings: Record<string, string>): Promise<string[]> {
  const directory = await temporaryDirectory();
  const recorder = await loadRecorder(directory);
  const [port] = (await freePorts(1)) as [string];
  const nowhere = "http://127.0.0.1:9";
  const run = runProgram(["router"], {
    PORT: port,
    METRICS_PORT: "0",
    DATA_DIR: directory,
    LOG_LEVEL: "warn",
    HUB_URL: nowhere,
    PROPERTY_URL: nowhere,
    GATEWAY_URL: nowhere,
    NODE_OPTIONS: `--import=${recorder.url}`,
    ...settings,
  });
  await until("the process is up", async () => {
    if (run.child.exitCode !== null) throw new Error(run.stderr());
    return (await statusOf(`http://127.0.0.1:${port}/livez`)) === 200;
  });
  return recorder.packages();
}

test("a router without a collector loads no tracing package, and one with a collector loads the SDK", async () => {
  expect(await packagesOfRouter({})).toEqual([]);
  const collector = await startTraceCollector();
  onTestFinished(() => collector.close());
  const loaded = await packagesOfRouter({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(loaded).toEqual(
    expect.arrayContaining(["@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/sdk-trace"]),
  );
});

test("no module of the whole platform imports a tracing package", async () => {
  const recorder = await loadRecorder(await temporaryDirectory());
  const modules = [
    "commands/command-start",
    "commands/command-subgraph",
    "commands/command-worker",
    "start",
    "platform",
  ];
  const imports = modules.map((name) => `await import("./dist/platform/${name}.js");`).join("");
  const program = `await import("reflect-metadata");${imports}process.exit();`;
  await promisify(execFile)(
    process.execPath,
    [`--import=${recorder.url}`, "--input-type=module", "-e", program],
    { cwd: projectPath() },
  );
  expect(await recorder.packages()).toEqual([]);
});
