/**
 * Measures the agent door: a page of 100 tools, and a reading tool against its REST twin, one request after the other on
 * one keep-alive connection, in rounds that alternate.
 */
import type { LoadJob } from "./load.types.ts";
import { startBenchPlatform } from "./platform/servers.ts";
import { load, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";
import { balanceJobs, messageJob } from "./tool-message.ts";

const platform = await startBenchPlatform({ NODE_ENV: "development", RATE_LIMITS: "off" });
const generator = await start("load-generator.ts", [], { core: 1 });
try {
  const listing = messageJob(platform, "/mcp/all", { method: "tools/list", params: {} });
  const { tool: calling, rest: reading } = balanceJobs(platform);
  const listed = (await resultOf(listing)).tools!.length;
  await resultOf(calling);
  const [list, tool, rest] = await measure([listing, calling, reading]);
  const text = [
    "## Agents",
    "",
    `One connection, one request after the other, the median of the best of ${settings.rounds} rounds of ${settings.seconds} s in turns, at the`,
    "socket: a client's HTTP library takes longer for a POST than for a GET.",
    "",
    renderTable(
      ["call", "p50 ms", "against REST", "CPU µs"],
      [
        [`tools/list, a page of ${listed}`, milliseconds(list!.p50Ms), "", list!.cpuMicros.toFixed(0)],
        ["GET /credits/balance/central", milliseconds(rest!.p50Ms), "1.00", rest!.cpuMicros.toFixed(0)],
        [
          "tools/call get_credit_balance",
          milliseconds(tool!.p50Ms),
          (tool!.p50Ms / rest!.p50Ms).toFixed(2),
          tool!.cpuMicros.toFixed(0),
        ],
      ],
    ),
  ].join("\n");
  process.stdout.write(`${text}\n`);
  if (settings.isWhole) await recordSection("agents", text);
} finally {
  await generator.stop();
  await platform.stop();
}

/** The result of one message. Throws unless it is one. */
async function resultOf({ port, path, headers, bodies }: LoadJob): Promise<{ tools?: unknown[] }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: bodies[0]!,
  });
  const body = (await response.json()) as { result?: { isError?: boolean; tools?: unknown[] } };
  if (!body.result || body.result.isError) throw new Error(`${path} failed: ${JSON.stringify(body)}`);
  return body.result;
}

interface Measured {
  p50Ms: number;
  /** Of the server, per request. */
  cpuMicros: number;
}

/** The median time and the processor time of each call in its best round. */
async function measure(jobs: readonly LoadJob[]): Promise<Measured[]> {
  const best = jobs.map(() => ({ p50Ms: Infinity, cpuMicros: Infinity }));
  for (let round = -1; round < settings.rounds; round++) {
    for (const [index, job] of jobs.entries()) {
      const before = await platform.process.usage();
      // The round before the first warms up.
      const { p50Ms, completed } = await load(generator, {
        ...job,
        seconds: round < 0 ? 2 : settings.seconds,
      });
      const after = await platform.process.usage();
      const cpuMicros = (after.cpuMicros - before.cpuMicros) / completed;
      if (round >= 0 && p50Ms < best[index]!.p50Ms) best[index] = { p50Ms, cpuMicros };
    }
  }
  return best;
}
