import { readConfig } from "../../src/config.ts";
import { readOptions } from "../../src/cli/options.ts";
import { createLog } from "../../src/log.ts";
import { bannerLines } from "./banner.ts";
import type { Command } from "./commands.ts";
import { startPlatform } from "./start.ts";

export const startCommand: Command = {
  summary: "start the whole platform in one process",
  async run(args) {
    const { values } = readOptions(args, { json: { type: "boolean" } });
    const startedAt = performance.now();
    const config = readConfig();
    const log = createLog({ level: config.LOG_LEVEL });
    const platform = await startPlatform(config, log);
    const seconds = (performance.now() - startedAt) / 1000;
    if (values.json) log.info({ url: platform.url, durationMs: Math.round(seconds * 1000) }, "ready");
    else process.stderr.write(`${(await bannerLines(platform, config, seconds)).join("\n")}\n`);
    await untilSignal();
    await shutDown(() => platform.close(), config.SHUTDOWN_TIMEOUT_MS);
    process.stderr.write("Stopped.\n");
    return 0;
  },
};

/** Resolves at SIGTERM or SIGINT; a second one ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    const onSignal = () => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve();
    };
    process.on("SIGTERM", onSignal);
    process.on("SIGINT", onSignal);
  });
}

async function shutDown(close: () => Promise<void>, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => {
    process.stderr.write("Requests did not finish in time; stopping anyway.\n");
    process.exit(1);
  }, timeoutMs + 5_000);
  timer.unref();
  await close();
  clearTimeout(timer);
}
