/** Makes calls of one subject as fast as it can, and says how many of them Redis admitted. */
import { createLog } from "../../src/observability/log.ts";
import { RedisStore } from "../../src/limits/redis-store.ts";

const [url, subject, limit, calls] = process.argv.slice(2) as [string, string, string, string];
const store = new RedisStore({ url, log: createLog({ level: "silent" }), timeoutMs: 10_000 });
await store.connect();
const check = { name: "minute", kind: "minute", counter: "c", limit: Number(limit), units: 1 } as const;
const decisions = await Promise.all(
  Array.from({ length: Number(calls) }, () =>
    store.decide({ subject, checks: [check], now: 0, isTestTime: false, isLasting: true }),
  ),
);
process.stdout.write(`${decisions.filter(({ refusal }) => refusal === null).length}\n`);
await store.close();
