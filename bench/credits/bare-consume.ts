import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import type { Consumer, SpenderAccount } from "./measure.ts";
import { statements } from "./bare-sql.ts";

export interface BareManner {
  /** Sends statements that do not wait for each other together, as the hub does; else waits for each. */
  isPipelined: boolean;
  /** Writes the hub's audit row too. */
  isAudited: boolean;
}

/**
 * Spends 0.01 credits with a bare `pg` client: the rows that the hub writes for a consume (idempotency row,
 * guarded debit, lot, entry, two postings, event), under the same role and row security, in prepared statements
 * on as many connections.
 */
export function createBareConsumer(adminUrl: string, { isPipelined, isAudited }: BareManner): Consumer {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: 12,
    options: "-c role=hub_app -c search_path=hub,public -c timezone=UTC",
    pipeline: isPipelined,
  });
  return {
    name: `bare pg, ${isPipelined ? "pipelined" : "one by one"}${isAudited ? ", audit row too" : ""}`,
    close: () => pool.end(),
    consume: async (account, key) => {
      const client = await pool.connect();
      try {
        const parts = partsOf(client, account, { key, isAudited });
        await (isPipelined ? inFlights(parts) : oneByOne(parts));
      } catch (error) {
        await client.query("ROLLBACK");
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

async function oneByOne(parts: Ask[][]): Promise<void> {
  for (const ask of parts.flat()) await ask();
}

async function inFlights(parts: Ask[][]): Promise<void> {
  for (const part of parts) await Promise.all(part.map((ask) => ask()));
}

/** The input, as the audit row stores it. */
const changes = JSON.stringify({ appId: "central", amount: 0.01, description: "benchmark" });

type Ask = () => Promise<void>;

/** The statements of one consume, in parts that each need what the one before has answered. */
function partsOf(
  client: pg.PoolClient,
  { id, ownerId }: SpenderAccount,
  { key, isAudited }: { key: string | null; isAudited: boolean },
): Ask[][] {
  const entryId = `cle_${randomUUID()}`;
  const now = new Date();
  const answer = { balance: 0, lotId: "" };
  const keyPlace = [ownerId, ownerId, "consumeCredits", key];
  const ask = async (
    name: keyof typeof statements,
    values: unknown[],
    take?: (row: Record<string, unknown>) => void,
  ) => {
    const { rows } = await client.query({ name, text: statements[name], values });
    if (take) {
      if (!rows[0]) throw new Error(`${name} answered no row`);
      take(rows[0]);
    }
  };
  const plain = async (text: string) => void (await client.query(text));
  const hash = createHash("sha256").update(`{"appId":"central","amount":1}`).digest("hex");
  const expires = new Date(now.getTime() + 86_400_000);
  const payload = () =>
    JSON.stringify({ appId: "central", pool: "standard", amount: -0.01, balance: answer.balance / 100 });
  return [
    [
      () => plain(`BEGIN; SELECT set_config('app.user', '${ownerId}', true)`),
      ...(key ? [() => ask("claim", [...keyPlace, hash, now, expires], () => {})] : []),
      () => ask("lock", [ownerId, "central"], (row) => (answer.balance = Number(row["balance"]) - 1)),
      () => ask("lots", [ownerId, "central"], (row) => (answer.lotId = String(row["id"]))),
      ...(key ? [() => ask("reference", [[key], ownerId, "central"])] : []),
    ],
    [
      () => ask("debit", [id, 1, now], () => {}),
      () => ask("draw", [answer.lotId, 1]),
      () => ask("entry", [entryId, id, ownerId, "central", -1, answer.balance, "benchmark", key, now]),
      () => ask("postings", [entryId, `account:${id}`, ownerId, -1, "system:usage", 1]),
      () =>
        ask("event", [`evt_${randomUUID()}`, "credits.balance_changed", id, "central", ownerId, payload()]),
      ...(key
        ? [() => ask("answer", [...keyPlace, JSON.stringify({ balance: answer.balance, entryId })])]
        : []),
      ...(isAudited
        ? [() => ask("audit", [`aud_${randomUUID()}`, now, ownerId, entryId, `req_${randomUUID()}`, changes])]
        : []),
    ],
    [() => plain("COMMIT")],
  ];
}
