import type { LoadJob } from "./load.types.ts";
import type { BenchPlatform } from "./platform/servers.ts";

const revision = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": revision,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
};

type Caller = Pick<BenchPlatform, "port" | "headers">;

/** A message to the agent door, again and again on one connection. */
export function messageJob(
  { port, headers }: Caller,
  path: string,
  { method, params }: { method: string; params: Record<string, unknown> },
): LoadJob {
  return {
    port,
    method: "POST",
    path,
    headers: {
      ...headers,
      ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {}),
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": revision,
      "mcp-method": method,
    },
    bodies: [JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } })],
    connections: 1,
  };
}

/** A tool that reads the balance, and its REST twin. */
export function balanceJobs(caller: Caller): { tool: LoadJob; rest: LoadJob } {
  const params = { name: "get_credit_balance", arguments: { appId: "central" } };
  const tool = messageJob(caller, "/mcp", { method: "tools/call", params });
  const { headers, port } = caller;
  const rest = {
    ...tool,
    port,
    method: "GET" as const,
    path: "/credits/balance/central",
    headers,
    bodies: [""],
  };
  return { tool, rest };
}
