/**
 * Measures the agent door: a page of 100 tools, and a reading tool against its REST twin, sequential requests
 * on one keep-alive connection, alternating.
 */
import { startBenchPlatform } from "./platform/servers.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { milliseconds, renderTable } from "./table.ts";

const callsARound = Math.max(50, Math.round(settings.seconds * 200));
const revision = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
};

const platform = await startBenchPlatform({ NODE_ENV: "development", RATE_LIMITS: "off" });
try {
  const root = `http://127.0.0.1:${platform.port}`;
  const message = async (path: string, method: string, params: Record<string, unknown>) => {
    const name: Record<string, string> =
      typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {};
    const response = await fetch(root + path, {
      method: "POST",
      headers: {
        ...platform.headers,
        ...name,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": revision,
        "mcp-method": method,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } }),
    });
    const body = (await response.json()) as { result?: { isError?: boolean; tools?: unknown[] } };
    if (!body.result || body.result.isError) throw new Error(`${method} failed: ${JSON.stringify(body)}`);
    return body.result;
  };
  const balance = { name: "get_credit_balance", arguments: { appId: "central" } };
  const listed = (await message("/mcp/all", "tools/list", {})).tools!.length;
  const [list, tool, rest] = await measure([
    () => message("/mcp/all", "tools/list", {}),
    () => message("/mcp", "tools/call", balance),
    async () => {
      const response = await fetch(`${root}/credits/balance/central`, { headers: platform.headers });
      if (!response.ok) throw new Error(`REST answered ${response.status}`);
      return response.json();
    },
  ]);
  const text = [
    "## Agents",
    "",
    `One client, one call after the other, ${callsARound} calls a round in turns, the median of the best round; parsing the answer included.`,
    "",
    renderTable(
      ["call", "p50", "against REST"],
      [
        [`tools/list, a page of ${listed}`, milliseconds(list!), ""],
        ["GET /credits/balance/central", milliseconds(rest!), "1.00"],
        ["tools/call get_credit_balance", milliseconds(tool!), (tool! / rest!).toFixed(2)],
      ],
    ),
  ].join("\n");
  process.stdout.write(`${text}\n`);
  if (settings.isWhole) await recordSection("agents", text);
} finally {
  await platform.stop();
}

/** The median time of each call in its best round. */
async function measure(calls: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const best = calls.map(() => Infinity);
  for (let round = -1; round < settings.rounds; round++) {
    for (const [index, call] of calls.entries()) {
      const times: number[] = [];
      for (let count = 0; count < callsARound; count++) {
        const start = performance.now();
        await call();
        times.push(performance.now() - start);
      }
      times.sort((a, b) => a - b);
      // The round before the first warms up.
      if (round >= 0) best[index] = Math.min(best[index]!, times[times.length >> 1]!);
    }
  }
  return best;
}
