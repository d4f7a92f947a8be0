import { randomUUID } from "node:crypto";
import type pg from "pg";
import { openSpenders } from "../../test/split/spenders.ts";
import type { BenchPlatform } from "../platform/servers.ts";
import { KeptConnections } from "./kept-connections.ts";

export type Json = Record<string, unknown>;

/** The tools of the platform, called by one new person with credits. */
export interface Tools {
  ask(appId: string, tool: string, input: Json): Promise<{ status: number; body: Json }>;
  /** Throws unless the call succeeds. */
  act(appId: string, tool: string, input: Json): Promise<Json>;
}

export async function openTools(
  { port, issuer }: Pick<BenchPlatform, "port" | "issuer">,
  pool: pg.Pool,
): Promise<Tools> {
  const sql = async <Row extends object>(text: string, values?: unknown[]) =>
    (await pool.query(text, values)).rows as Row[];
  const [person] = await openSpenders(sql, issuer, 1);
  const connections = new KeptConnections(port);
  const ask: Tools["ask"] = (appId, tool, input) =>
    connections.post(
      `/tools/${tool}/call`,
      { ...person!.headers, "x-app-id": appId, "idempotency-key": randomUUID() },
      { arguments: input, confirm: true },
    );
  const act: Tools["act"] = async (appId, tool, input) => {
    const { status, body } = await ask(appId, tool, input);
    if (status >= 300) throw new Error(`${tool} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return { ask, act };
}
