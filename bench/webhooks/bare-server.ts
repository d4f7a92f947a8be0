/**
 * The named baseline: typical handwritten code with Fastify and raw `pg`. It verifies the signature, and in one
 * transaction stores the event and marks the payment. There are two variants: one trusts the event, the other
 * fetches the payment from the processor first, as is necessary when events arrive in any order.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import fastify from "fastify";
import pg from "pg";
import { reportToParent } from "../child.ts";
import { webhookSecret } from "./events.ts";

const [databaseUrl, port, processorUrl] = process.argv.slice(2) as [string, string, string | undefined];
const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
const statements = {
  keep: "INSERT INTO bench_events (event_id, type, payload) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1",
  mark: "UPDATE bench_payments SET status = $2, updated_at = now() WHERE id = $1",
};

interface Payment {
  id: string;
  status: string;
  metadata: { transactionId: string };
}

const server = fastify({ keepAliveTimeout: 60_000 });
server.removeAllContentTypeParsers();
server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
  done(null, body);
});

server.post("/webhook", async (request, reply) => {
  const body = request.body as Buffer;
  if (!isSigned(body, String(request.headers["stripe-signature"]))) return reply.code(400).send({});
  const text = body.toString("utf8");
  const event = JSON.parse(text) as { id: string; type: string; data: { object: Payment } };
  const payment = processorUrl ? await readPayment(event.data.object.id) : event.data.object;
  const isNew = await apply(event, text, payment);
  return { received: true, eventId: event.id, status: isNew ? "processed" : "duplicate" };
});

function isSigned(body: Buffer, header: string): boolean {
  const [, time = "", given = ""] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  const wanted = createHmac("sha256", webhookSecret).update(`${time}.`).update(body).digest();
  return given !== "" && timingSafeEqual(Buffer.from(given, "hex"), wanted);
}

async function readPayment(id: string): Promise<Payment> {
  const response = await fetch(`${processorUrl}/v1/payment_intents/${id}`);
  return (await response.json()) as Payment;
}

async function apply(event: { id: string; type: string }, text: string, payment: Payment): Promise<boolean> {
  const client = await pool.connect();
  const query = (name: keyof typeof statements, values: unknown[]) =>
    client.query({ name, text: statements[name], values });
  try {
    await client.query("BEGIN");
    const { rowCount } = await query("keep", [event.id, event.type, text]);
    if (rowCount === 1) await query("mark", [payment.metadata.transactionId, payment.status]);
    await client.query("COMMIT");
    return rowCount === 1;
  } finally {
    client.release();
  }
}

await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent(async () => {
  await server.close();
  await pool.end();
});
