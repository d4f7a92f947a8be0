import { measureFederation, modes, resultKey } from "./run.ts";
import { operations } from "./operations.ts";
import { contenders } from "./contenders.ts";

const tell = (line: string) => void process.stderr.write(`${line}\n`);
const results = await measureFederation(tell);
for (const operation of operations)
  for (const mode of modes)
    for (const c of contenders) {
      const m = results.get(resultKey(operation.key, mode, c.key));
      const base = results.get(resultKey(operation.key, "warm", "hand-written"));
      if (m)
        console.log(
          operation.key,
          mode,
          c.key.padEnd(20),
          Math.round(m.requestsPerSecond),
          base && (m.requestsPerSecond / base.requestsPerSecond).toFixed(2),
          m.cpuMicrosPerRequest.toFixed(0) + "us",
          m.p50Ms.toFixed(2),
          m.p99Ms.toFixed(2),
          (m.rssBytes / 2 ** 20).toFixed(0) + "MB",
          "gen " + m.generatorCpuShare.toFixed(2),
        );
    }
