/**
 * The named baseline: typical handwritten code with Fastify and raw `pg` for three routes. Each verifies the
 * token, limits the rate, refuses a principal whose account is not active, and does the same row work as the
 * platform. There are two variants: one verifies the token's signature on each request, the other caches
 * verified tokens.
 */
import fastifyRateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance } from "fastify";
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from "jose";
import pg from "pg";
import { newId } from "../../src/ids.ts";
import { reportToParent } from "../child.ts";
import * as sql from "./hand-written-sql.ts";

type TokenCheck = "verifies" | "remembers";

const [databaseUrl, issuer, port, tokenCheck] = process.argv.slice(2) as [string, string, string, TokenCheck];
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
const { jwks_uri } = (await discovery.json()) as { jwks_uri: string };
const keys = createRemoteJWKSet(new URL(jwks_uri));
const remembered = new Map<string, JWTPayload>();

async function readClaims(token: string): Promise<JWTPayload> {
  const known = remembered.get(token);
  if (known && known.exp! > Date.now() / 1000) return known;
  const { payload } = await jwtVerify(token, keys, { issuer, audience: "hub-platform" });
  if (tokenCheck === "remembers") remembered.set(token, payload);
  return payload;
}

class Refusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

async function callerOf(authorization: string | undefined): Promise<string> {
  const claims = await readClaims((authorization ?? "").replace("Bearer ", "")).catch(() => null);
  if (!claims?.sub) throw new Refusal(401, "The token is not valid.");
  return claims.sub;
}

/** Statements are prepared once a connection. */
async function query<Row extends pg.QueryResultRow>(
  client: pg.Pool | pg.PoolClient,
  { name, text }: sql.Statement,
  values: unknown[],
): Promise<Row[]> {
  return (await client.query<Row>({ name, text, values })).rows;
}

const server: FastifyInstance = fastify({ keepAliveTimeout: 60_000 });
await server.register(fastifyRateLimit, { max: 100_000_000, timeWindow: "1 minute" });

server.get<{ Params: { appId: string } }>("/credits/balance/:appId", async (request) => {
  const owner = await callerOf(request.headers.authorization);
  const { appId } = request.params;
  const [row] = await query(pool, sql.balance, [owner, appId]);
  if (!row) throw new Refusal(401, "The account is not active.");
  return { success: true, appId, ...row, currency: "credits" };
});

interface Dashboard {
  Body: { variables: { saved: number; invoices: number } };
}

server.post<Dashboard>("/graphql", async (request) => {
  const owner = await callerOf(request.headers.authorization);
  const { saved, invoices } = request.body.variables;
  const [[user], creditBalances, savedProperties, recentInvoices] = await Promise.all([
    query<{ name: string; plan: string }>(pool, sql.activeUser, [owner]),
    query(pool, sql.balances, [owner]),
    query(pool, sql.savedProperties, [owner, saved]),
    query(pool, sql.recentInvoices, [owner, invoices]),
  ]);
  if (!user) throw new Refusal(401, "The account is not active.");
  return { data: { me: { ...user, creditBalances, savedProperties, recentInvoices } } };
});

interface Consume {
  Body: { appId: string; amount: number; description: string };
}

server.post<Consume>("/credits/consume", async (request, reply) => {
  const owner = await callerOf(request.headers.authorization);
  const { appId, amount, description } = request.body;
  const hundredths = Math.round(amount * 100);
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const [account] = await query(client, sql.debit, [owner, appId, hundredths]);
    if (!account) {
      await client.query("ROLLBACK");
      return await reply.code(400).send({ success: false, error: "insufficient" });
    }
    const { id, balance } = account as { id: string; balance: number };
    await query(client, sql.entry, [newId("cle"), id, owner, appId, -hundredths, balance, description]);
    await client.query("COMMIT");
    return { success: true, balance: balance / 100 };
  } finally {
    client.release();
  }
});

await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent(() => server.close().then(() => pool.end()));
