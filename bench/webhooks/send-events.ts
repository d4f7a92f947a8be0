/**
 * The outside world on its own core: sends signed events on keep-alive connections, one running request on
 * each, and serves as the processor from which their payments are fetched.
 */
import { createServer } from "node:http";
import { Client } from "undici";
import type { LoadResult } from "../load.types.ts";
import { intentJson, signedEvent } from "./events.ts";

/** Events of one run, from number 0 on, until the time is over. */
export interface EventJob {
  port: number;
  path: string;
  run: string;
  connections: number;
  seconds: number;
}

const [processorPort] = process.argv.slice(2);
const missing = JSON.stringify({ error: { type: "invalid_request_error", code: "resource_missing" } });
const processor = createServer((request, response) => {
  const intentId = /\/payment_intents\/(pi_\w+)/.exec(request.url ?? "")?.[1];
  response.writeHead(intentId ? 200 : 404, { "content-type": "application/json" });
  response.end(intentId ? intentJson(intentId) : missing);
});
processor.keepAliveTimeout = 60_000;
await new Promise<void>((resolve) => processor.listen(Number(processorPort), "127.0.0.1", resolve));

process.on("message", (job: EventJob) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ fault: String(error) } satisfies LoadResult),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");

/** Addresses that were used; each may send 600 events a minute. */
let addresses = 0;

async function run(job: EventJob): Promise<LoadResult> {
  const latencies: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();
  const converse = async () => {
    addresses += 1;
    const localAddress = `127.1.${addresses >> 8}.${addresses & 255}`;
    const client = new Client(`http://127.0.0.1:${job.port}`, { localAddress, pipelining: 1 });
    while (performance.now() - startedAt < job.seconds * 1000) {
      const { body, signature } = signedEvent(job.run, next++);
      const sentAt = performance.now();
      const headers = { "content-type": "application/json", "stripe-signature": signature };
      const answer = await client.request({ method: "POST", path: job.path, headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || !text.includes('"processed"')) {
        throw new Error(`answered ${answer.statusCode} ${text.slice(0, 300)}`);
      }
      latencies.push(performance.now() - sentAt);
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: job.connections }, converse));
  const elapsedMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuAtStart);
  latencies.sort((a, b) => a - b);
  const quantile = (share: number) => latencies[Math.floor((latencies.length - 1) * share)]!;
  return {
    completed: latencies.length,
    requestsPerSecond: (latencies.length / elapsedMs) * 1000,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    generatorCpuShare: (cpu.user + cpu.system) / 1000 / elapsedMs,
  };
}
