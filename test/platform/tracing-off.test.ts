import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createPlatformDatabase } from "../support/app.ts";
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

/** Packages below `@opentelemetry` that a process has loaded by the time it is up, by import and by require. */
async function loadedPackages(command: string, settings: Record<string, string>): Promise<string[]> {
  const directory = await temporaryDirectory();
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
  const [port, sandbox] = (await freePorts(2)) as [string, string];
  const run = runProgram([command], {
    PORT: port,
    SANDBOX_PORT: sandbox,
    METRICS_PORT: "0",
    DATA_DIR: directory,
    LOG_LEVEL: "warn",
    HUB_URL: "http://127.0.0.1:9",
    PROPERTY_URL: "http://127.0.0.1:9",
    GATEWAY_URL: "http://127.0.0.1:9",
    NODE_OPTIONS: `--import=${pathToFileURL(hook).href}`,
    ...settings,
  });
  const path = command === "start" ? "readyz" : "livez";
  await until(
    "the process is up",
    async () => {
      if (run.child.exitCode !== null) throw new Error(run.stderr());
      return (await statusOf(`http://127.0.0.1:${port}/${path}`)) === 200;
    },
    150_000,
  );
  const urls = (await readFile(list, "utf8")).split("\n");
  expect(urls.length).toBeGreaterThan(100);
  const names = urls.flatMap((url) => /.*node_modules\/(@opentelemetry\/[^/]+)\//.exec(url)?.[1] ?? []);
  // SDKs and servers of others load these two, which do nothing alone.
  const others = ["@opentelemetry/api", "@opentelemetry/semantic-conventions"];
  return [...new Set(names)].filter((name) => !others.includes(name)).sort();
}

test("a router without a collector loads no tracing package, and one with a collector loads the SDK", async () => {
  expect(await loadedPackages("router", {})).toEqual([]);
  const collector = await startTraceCollector();
  onTestFinished(() => collector.close());
  const loaded = await loadedPackages("router", { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  expect(loaded).toEqual(
    expect.arrayContaining(["@opentelemetry/exporter-trace-otlp-http", "@opentelemetry/sdk-trace"]),
  );
}, 320_000);

test("the whole platform without a collector loads no tracing package", async () => {
  const database = await createPlatformDatabase();
  onTestFinished(() => database.drop());
  const settings = { NODE_ENV: "test", DATABASE_URL: database.url };
  expect(await loadedPackages("start", settings)).toEqual([]);
}, 320_000);
