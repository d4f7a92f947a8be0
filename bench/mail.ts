/**
 * Measures how fast a campaign leaves: by the hub's loop, each message claimed, rendered, handed over and settled on durable
 * commits; and by nodemailer's pool alone, with one text for all and no database. Both into the sandbox's mail server,
 * which parses and keeps every message, in interleaved rounds.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createTransport } from "nodemailer";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../src/db/postgres/embedded-postgres.ts";
import { projectPath } from "../src/project-root.ts";
import { freePorts, pinAll, start } from "./processes.ts";
import { recordSection } from "./results-file.ts";
import { settings } from "./settings.ts";
import { renderTable } from "./table.ts";

/** Messages per round: the maximum of a campaign. */
const size = 1_000;
/** The hub's target. */
const leastPerSecond = 200;
const connections = 8;

const load = async <T>(...path: string[]): Promise<T> =>
  (await import(pathToFileURL(projectPath("dist", ...path)).href)) as T;

interface Sender {
  name: string;
  /** Sends to all and resolves when the last one is handed over and written down. */
  send(recipients: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

pinAll(process.pid, 0);
const dataDir = await mkdtemp(join(tmpdir(), "hub-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: "error" }) });
const [port, smtpPort] = (await freePorts(2)) as [number, number];
const world = await start("mail-world.ts", [String(port), String(smtpPort), dataDir], { core: 1 });
const smtpUrl = `smtp://127.0.0.1:${smtpPort}`;
const senders: Sender[] = [];
const html = `<h1>Hello {{firstName|there}}</h1>${'<p>Our <b>autumn</b> offers are here, see <a href="https://shop.example/autumn">them all</a>.</p>'.repeat(12)}`;
let rounds = 0;
try {
  senders.push(await openHubSender(), openBareSender());
  for (const sender of senders) await measure(sender);
  const best = new Map<string, number>();
  for (let round = 0; round < settings.rounds; round++) {
    for (let place = 0; place < senders.length; place++) {
      const sender = senders[(round + place) % senders.length]!;
      best.set(sender.name, Math.max(best.get(sender.name) ?? 0, await measure(sender)));
    }
  }
  const text = render(best);
  process.stdout.write(text);
  const ours = best.get(senders[0]!.name)!;
  if (ours < leastPerSecond) throw new Error(`The hub sends ${ours.toFixed(0)} messages a second`);
  if (settings.isWhole) await recordSection("mail", text);
} finally {
  for (const sender of senders) await sender.close();
  await world.stop();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Messages a second of one round. Throws when one of them is missing in the inbox, or there twice. */
async function measure(sender: Sender): Promise<number> {
  await fetch(`http://127.0.0.1:${port}/mail/messages`, { method: "DELETE" });
  const run = rounds++;
  const recipients = Array.from({ length: size }, (_, index) => `p${run}.${index}@mail.example`);
  const began = performance.now();
  await sender.send(recipients);
  const seconds = (performance.now() - began) / 1_000;
  const answer = await fetch(`http://127.0.0.1:${port}/mail/messages`);
  const { messages } = (await answer.json()) as { messages: { to: string[] }[] };
  const came = new Set(messages.map(({ to }) => to[0]));
  if (messages.length !== size || recipients.some((address) => !came.has(address)))
    throw new Error(`${sender.name}: ${messages.length} messages came for ${size}`);
  return size / seconds;
}

async function openHubSender(): Promise<Sender> {
  await import("reflect-metadata");
  const { readConfig } = await load<typeof import("../src/config/config.ts")>("src", "config", "config.js");
  const { createLog } = await load<typeof import("../src/observability/log.ts")>(
    "src",
    "observability",
    "log.js",
  );
  const { newMeter } = await load<typeof import("../src/context.ts")>("src", "context.js");
  const { systemClock } = await load<typeof import("../src/time/clock.ts")>("src", "time", "clock.js");
  const principals = await load<typeof import("../src/access/principal.ts")>("src", "access", "principal.js");
  const wiring = await load<typeof import("../platform/hub-ports.ts")>("platform", "hub-ports.js");
  const { openHub } = await load<typeof import("../subgraphs/hub/subgraph.ts")>(
    "subgraphs",
    "hub",
    "subgraph.js",
  );
  const crm = (name: string) => ["subgraphs", "hub", "crm", name] as const;
  const { sendBulkEmail } = await load<
    typeof import("../subgraphs/hub/crm/campaigns/campaign-send.service.ts")
  >(...crm("campaign-send.service.js"));
  const { startMessageLoop } = await load<typeof import("../subgraphs/hub/crm/messages/message-loop.ts")>(
    ...crm("message-loop.js"),
  );
  const log = createLog({ level: "error" });
  const config = readConfig({ NODE_ENV: "test", DATA_DIR: dataDir, MAIL_CONNECTIONS: String(connections) });
  const ports = wiring.hubPorts(config, {
    smtpUrl,
    flushAudit: async () => {},
    log,
    metrics: null,
    gateway: () => () => ({ data: {} }),
  });
  const hub = await openHub({ ports, databaseUrl: postgres.adminUrl, log });
  const admin = new pg.Pool({ connectionString: postgres.adminUrl, max: 1 });
  await admin.query("INSERT INTO hub.users (id, created_at, last_seen_at) VALUES ('bench', now(), now())");
  await admin.query(
    "INSERT INTO hub.entitlements (owner_id, app_id, tier) VALUES ('bench', 'central', 'enterprise')",
  );
  await admin.query(
    `INSERT INTO hub.crm_profiles (owner_id, business_name, postal_address, created_at, updated_at)
     VALUES ('bench', 'Bench', '{"line1": "1 Main St", "city": "Springfield", "postalCode": "1", "country": "US"}', now(), now())`,
  );
  const contextOf = (ownerId: string | null) =>
    hub.contextFor({
      principal: principals.internalPrincipal("bench", ownerId),
      requestId: "req_bench",
      appId: null,
      idempotencyKey: null,
      clock: systemClock,
      log,
      meter: newMeter(),
      publicUrl: "https://hub.example",
    }) as never;
  const loop = startMessageLoop({ contextFor: () => contextOf(null), log, pollMs: 20 });
  const isDone = async (id: string) => {
    const sql = "SELECT 1 FROM hub.crm_campaigns WHERE id = $1 AND status = 'completed'";
    return (await admin.query(sql, [id])).rowCount === 1;
  };
  return {
    name: "the hub",
    send: async (recipients) => {
      const input = { recipients: [...recipients], subject: "Hello {{firstName|there}}", htmlBody: html };
      const { campaignId } = await sendBulkEmail(contextOf("bench"), input);
      while (!(await isDone(campaignId))) await wait(20);
    },
    close: async () => {
      await loop.stop();
      await admin.end();
      await hub.close();
    },
  };
}

function openBareSender(): Sender {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: connections,
    maxMessages: Infinity,
  } as never);
  const text = html.replace("{{firstName|there}}", "there");
  return {
    name: "nodemailer's pool",
    send: async (recipients) => {
      const send = (to: string) =>
        transport.sendMail({ from: "a@hub.example", to, subject: "Hello", html: text });
      await Promise.all(recipients.map(send));
    },
    close: async () => transport.close(),
  };
}

function render(best: ReadonlyMap<string, number>): string {
  const bare = best.get(senders[1]!.name)!;
  const rows = [...best].map(([name, rate]) => [name, rate.toFixed(0), (rate / bare).toFixed(2)]);
  return `## Mail of campaigns

A campaign of ${size} into the sandbox's mail server, over ${connections} connections. The hub claims messages, renders and sanitises each,
signs its links, hands it over and settles it, on durable commits; nodemailer's pool sends one text to all and keeps no
record. The mail server parses and keeps every message, on a core of its own.

${renderTable(["by", "messages a second", "of the pool"], rows)}
`;
}
