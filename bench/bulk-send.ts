/**
 * Measures how long a thousand invoices take from the request to the mail server's inbox: ten batches of a hundred drafts, ten
 * of them issued in a transaction, each drawn as a PDF/A-3 with its XML, and handed to the sandbox's mail server, which parses and
 * keeps every message. The platform, its database and its mail server share one core.
 */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { startBenchPlatform } from "./platform/servers.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { renderTable } from "./table.ts";

const size = Number(process.env["BENCH_BULK_INVOICES"] ?? 1_000);
const batchSize = 100;
const targetSeconds = 60;
const creators = 8;

interface Message {
  to: string[];
  attachments: { contentType: string; sizeBytes: number }[];
}

const platform = await startBenchPlatform();
const pool = new pg.Pool({ connectionString: platform.databaseUrl, max: 1 });
const mailUrl = `${platform.issuer.replace(/\/identity$/, "")}/mail/messages`;
try {
  await send("PATCH", "/seller-profile", {
    legalName: "Müller GmbH",
    address: { line1: "Hauptstr. 1", city: "Köln", postalCode: "50667", country: "DE" },
    taxIds: [{ kind: "eu_vat", value: "DE136695976" }],
  });
  const invoiceIds = await createDrafts();
  await fetch(mailUrl, { method: "DELETE" });
  const before = (await platform.process.usage()).cpuMicros;
  const began = performance.now();
  for (let from = 0; from < size; from += batchSize)
    await send("POST", "/invoice-batches", { invoiceIds: invoiceIds.slice(from, from + batchSize) });
  const acceptedMs = performance.now() - began;
  const issuedMs = await untilAll("issue_date IS NOT NULL", invoiceIds, began);
  const deliveredMs = await untilAll("delivery = 'sent'", invoiceIds, began);
  const cpuSeconds = ((await platform.process.usage()).cpuMicros - before) / 1e6;
  const pdfBytes = await checkInbox();
  const text = render({ acceptedMs, issuedMs, deliveredMs, cpuSeconds, pdfBytes });
  process.stdout.write(text);
  if (settings.isWhole && size >= 1_000) await recordSection("bulk-send", text);
  if (deliveredMs > targetSeconds * 1_000) throw new Error(`it took ${(deliveredMs / 1_000).toFixed(0)} s`);
} finally {
  await pool.end();
  await platform.stop();
}

async function send(method: string, path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`http://127.0.0.1:${platform.port}${path}`, {
    method,
    headers: { ...platform.headers, "content-type": "application/json", "x-app-id": "invoicer" },
    body: JSON.stringify(body),
  });
  const found = (await answer.json()) as Record<string, string>;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(found)}`);
  return found;
}

async function createDrafts(): Promise<string[]> {
  const ids: string[] = [];
  let next = 0;
  const create = async () => {
    while (next < size) {
      const index = next++;
      const client = { name: `Client ${index}`, email: `bulk-${index}@client.example`, country: "FR" };
      await send("POST", "/clients", client);
      const items = [
        { description: "Consulting", quantity: 7.5, unitPrice: 120 },
        { description: "Travel", amount: 84.2 },
      ];
      const invoice = { client: client.email, currency: "EUR", taxRate: 19, items };
      ids[index] = (await send("POST", "/invoices", invoice))["invoiceId"]!;
    }
  };
  await Promise.all(Array.from({ length: creators }, create));
  return ids;
}

/** Milliseconds until all invoices fulfil a condition of this file. */
async function untilAll(condition: string, ids: readonly string[], began: number): Promise<number> {
  const sql = `SELECT count(*)::int AS n FROM gateway.invoices WHERE id = ANY ($1) AND ${condition}`;
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(sql, [ids]);
    if (rows[0]!.n === ids.length) return performance.now() - began;
    if (performance.now() - began > 10 * 60_000)
      throw new Error(`${rows[0]!.n} of ${ids.length}: ${condition}`);
    await wait(100);
  }
}

/** The size of a PDF. Throws unless each client has one message with one PDF. */
async function checkInbox(): Promise<number> {
  const { messages } = (await (await fetch(mailUrl)).json()) as { messages: Message[] };
  const ours = messages.filter(({ to }) => to[0]!.startsWith("bulk-"));
  if (ours.length !== size || new Set(ours.map(({ to }) => to[0])).size !== size)
    throw new Error(`${ours.length} messages came for ${size} invoices`);
  const pdfs = ours.map(({ attachments }) =>
    attachments.find((file) => file.contentType === "application/pdf"),
  );
  if (pdfs.some((pdf) => !pdf)) throw new Error("a message has no PDF");
  return pdfs[0]!.sizeBytes;
}

interface Measured {
  acceptedMs: number;
  issuedMs: number;
  deliveredMs: number;
  cpuSeconds: number;
  pdfBytes: number;
}

function render({ acceptedMs, issuedMs, deliveredMs, cpuSeconds, pdfBytes }: Measured): string {
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  const rows = [
    ["all batches accepted", seconds(acceptedMs)],
    ["all invoices issued", seconds(issuedMs)],
    ["all e-mails in the inbox, each once with its PDF", seconds(deliveredMs)],
    ["processor time of the platform with its mail server", cpuSeconds.toFixed(1)],
  ];
  return `## Bulk sending of invoices

${size.toLocaleString("en-US")} drafts of two lines in batches of ${batchSize}, one run on one core, with the mail server's stand-in in the same process. Each message has a
PDF/A-3 with its XML inside (${Math.round(pdfBytes / 1_000)} kB). No process is killed here: that each is sent once after a kill in the middle
is tested with 13 invoices, of which ten are issued together (\`bulk-send-killed\`). The target is ${targetSeconds} s. Load of the machine in the last minute: ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores.

${renderTable(["seconds from the first request", "s"], rows)}
`;
}
