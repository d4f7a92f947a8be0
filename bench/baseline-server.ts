/** The named baseline: what one would write by hand with Fastify and raw pg for two credit routes, and nothing else. */
import fastify from "fastify";
import pg from "pg";
import { createTokenVerifier } from "../src/access/token.ts";
import { newId } from "../src/ids.ts";

const [databaseUrl, issuer, port] = process.argv.slice(2) as [string, string, string];
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
const tokens = createTokenVerifier({ issuer, audience: "hub-platform" });
const server = fastify({ keepAliveTimeout: 5_000 });

async function callerOf(authorization: string | undefined): Promise<string> {
  const { sub } = await tokens.verify((authorization ?? "").replace("Bearer ", ""), new Date());
  return sub;
}

server.get<{ Params: { appId: string } }>("/credits/balance/:appId", async (request) => {
  const owner = await callerOf(request.headers.authorization);
  const { rows } = await pool.query(
    `SELECT balance::float8 / 100 AS balance, total_purchased::float8 / 100 AS "totalPurchased",
       total_consumed::float8 / 100 AS "totalConsumed", last_purchase_at AS "lastPurchaseAt",
       last_consumed_at AS "lastConsumedAt"
     FROM hub.credit_accounts WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard'`,
    [owner, request.params.appId],
  );
  return { success: true, ...rows[0] };
});

server.post<{ Body: { appId: string; amount: number; description: string } }>(
  "/credits/consume",
  async (request, reply) => {
    const owner = await callerOf(request.headers.authorization);
    const { appId, amount, description } = request.body;
    const hundredths = Math.round(amount * 100);
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      const { rows } = await client.query(
        `UPDATE hub.credit_accounts SET balance = balance - $3, total_consumed = total_consumed + $3, last_consumed_at = now()
       WHERE owner_id = $1 AND app_id = $2 AND pool = 'standard' AND balance - held >= $3
       RETURNING id, balance::float8 AS balance`,
        [owner, appId, hundredths],
      );
      if (!rows[0]) {
        await client.query("ROLLBACK");
        return await reply.code(400).send({ success: false, error: "insufficient" });
      }
      await client.query(
        `INSERT INTO hub.credit_entries (id, account_id, owner_id, app_id, pool, type, amount, balance_after, description, created_at)
       VALUES ($1, $2, $3, $4, 'standard', 'consume', $5, $6, $7, now())`,
        [newId("cle"), rows[0].id, owner, appId, -hundredths, rows[0].balance, description],
      );
      await client.query("COMMIT");
      return { success: true, balance: rows[0].balance / 100 };
    } finally {
      client.release();
    }
  },
);

await server.listen({ host: "127.0.0.1", port: Number(port) });
process.send?.("ready");
