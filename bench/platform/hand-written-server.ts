/**
 * The named baseline: typical handwritten code with Fastify and raw `pg` for four routes. Each verifies the
 * token, limits the rate, refuses a principal whose account is not active, and does the same row work as the
 * platform. `hand-written-variants.ts` says how the variants differ.
 */
import fastifyRateLimit from "@fastify/rate-limit";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { createRemoteJWKSet, jwtVerify, type JWTPayload } from "jose";
import { newId } from "../../src/ids.ts";
import { reportToParent } from "../child.ts";
import * as sql from "./hand-written-sql.ts";
import { CallCounts, guardedReader, plainReader, query, type Variant } from "./hand-written-variants.ts";

const [databaseUrl, issuer, port, variant] = process.argv.slice(2) as [string, string, string, Variant];
const isGuarded = variant === "guarded";
const reader = isGuarded ? guardedReader(databaseUrl) : plainReader(databaseUrl);
const counts = new CallCounts();
const maxCalls = 100_000_000;
const discovery = await fetch(`${issuer}/.well-known/openid-configuration`);
const { jwks_uri } = (await discovery.json()) as { jwks_uri: string };
const keys = createRemoteJWKSet(new URL(jwks_uri));
const remembered = new Map<string, JWTPayload>();

async function readClaims(token: string): Promise<JWTPayload> {
  const known = remembered.get(token);
  if (known && known.exp! > Date.now() / 1000) return known;
  const { payload } = await jwtVerify(token, keys, { issuer, audience: "hub-platform" });
  if (variant !== "verifies") remembered.set(token, payload);
  return payload;
}

class Refusal extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

async function callerOf(
  { headers: { authorization } }: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const claims = await readClaims((authorization ?? "").replace("Bearer ", "")).catch(() => null);
  if (!claims?.sub) throw new Refusal(401, "The token is not valid.");
  if (!isGuarded) return claims.sub;
  const left = counts.count(claims.sub, maxCalls);
  if (!left) throw new Refusal(429, "Too many calls.");
  void reply.headers(left);
  return claims.sub;
}

const server: FastifyInstance = fastify({ keepAliveTimeout: 60_000 });
if (!isGuarded) await server.register(fastifyRateLimit, { max: maxCalls, timeWindow: "1 minute" });

server.get<{ Params: { appId: string } }>("/credits/balance/:appId", async (request, reply) => {
  const owner = await callerOf(request, reply);
  const { appId } = request.params;
  const [row] = await reader.read({ schema: "hub", owner }, sql.balance, [owner, appId]);
  if (!row) throw new Refusal(401, "The account is not active.");
  return { success: true, appId, ...row, currency: "credits" };
});

interface Wanted {
  Body: { operationName: "Dashboard" | "Invoices"; variables: Record<string, number> };
}

server.post<Wanted>("/graphql", async (request, reply) => {
  const owner = await callerOf(request, reply);
  const { operationName, variables } = request.body;
  return { data: await (operationName === "Invoices" ? readInvoices : readDashboard)(owner, variables) };
});

async function readDashboard(owner: string, variables: Record<string, number>): Promise<object> {
  const { saved, invoices } = variables;
  const hub = { schema: "hub", owner } as const;
  const [[user], creditBalances, savedProperties, recentInvoices] = await Promise.all([
    reader.read<{ name: string; plan: string }>(hub, sql.activeUser, [owner]),
    reader.read(hub, sql.balances, [owner]),
    reader.read({ schema: "property", owner }, sql.savedProperties, [owner, saved]),
    reader.read({ schema: "gateway", owner }, sql.recentInvoices, [owner, invoices]),
  ]);
  if (!user) throw new Refusal(401, "The account is not active.");
  return { me: { ...user, creditBalances, savedProperties, recentInvoices } };
}

async function readInvoices(owner: string, { limit }: Record<string, number>): Promise<object> {
  const place = { schema: "gateway", owner } as const;
  const [[user], [counted], invoices] = await Promise.all([
    reader.read({ schema: "hub", owner }, sql.activeUser, [owner]),
    reader.read<{ total: number }>(place, sql.invoiceCount, [owner]),
    reader.read(place, sql.invoicePage, [owner, limit]),
  ]);
  if (!user) throw new Refusal(401, "The account is not active.");
  return { invoices: { total: counted!.total, invoices } };
}

interface Consume {
  Body: { appId: string; amount: number; description: string };
}

server.post<Consume>("/credits/consume", async (request, reply) => {
  const owner = await callerOf(request, reply);
  const { appId, amount, description } = request.body;
  const hundredths = Math.round(amount * 100);
  const balance = await reader.transaction(owner, async (client) => {
    const [account] = await query<{ id: string; balance: number }>(client, sql.debit, [
      owner,
      appId,
      hundredths,
    ]);
    if (!account) return null;
    const { id, balance: left } = account;
    await query(client, sql.entry, [newId("cle"), id, owner, appId, -hundredths, left, description]);
    const changes = JSON.stringify(request.body);
    if (isGuarded) await query(client, sql.auditEntry, [newId("aud"), owner, appId, request.id, changes]);
    return left;
  });
  if (balance === null) return await reply.code(400).send({ success: false, error: "insufficient" });
  return { success: true, balance: balance / 100 };
});

await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent(() =>
  server
    .close()
    .then(() => reader.close())
    .then(() => undefined),
);
