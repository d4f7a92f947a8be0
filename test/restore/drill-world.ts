import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { demoIdentities } from "../../src/demo-identities.ts";
import { startReceiver, type Receiver } from "../hub/webhooks/receiver.ts";
import { prepareDatabase, startOwnSandbox, type OwnSandbox } from "../split/own-sandbox.ts";
import { SplitWorld } from "../split/split-world.ts";
import { until } from "../support/poll.ts";
import {
  startArchivedServer,
  takeBaseBackup,
  temporaryDirectory,
  type ArchivedServer,
  type DrillServer,
} from "./archived-postgres.ts";
import { findDumpTools, takeDump, type Dump, type DumpTools } from "./logical-dump.ts";
import { MoneyWriters, send, type Caller } from "./money-writers.ts";

export interface DrillPlan {
  /** How long is written before the backup, after it, and after the moment that is restored. */
  seconds: { before: number; between: number; after: number };
  archiveTimeoutSeconds: number;
  /** True to take a logical dump too, where there are tools for it. */
  hasDump: boolean;
}

/** A picture that was made before the backup. */
interface Picture {
  /** Where its link points to, without the router. */
  path: string;
  fileId: string;
  bytes: Buffer;
}

export type Arrivals = Map<string, Date[]>;

/** The state before the database was lost, and its backups. */
export interface DrillWorld {
  sandbox: OwnSandbox;
  receiver: Receiver;
  endpointSecret: string;
  writers: MoneyWriters;
  callers: { token: Caller; key: Caller; admin: Caller };
  picture: Picture;
  backup: { base: string; archive: string; seconds: number; files: string };
  dump: Dump | string;
  tools: DumpTools | string;
  /** The moment to restore, and the moment when all was lost. */
  moments: { target: Date; loss: Date };
  /** When mail to each address and the webhooks of each event arrived, over all lives of the database. */
  arrivals: { webhooks: Arrivals; messageIds: Map<string, Set<string>>; mails(): Promise<Arrivals> };
  close(): Promise<void>;
}

/** The settings that outlive the database; the restored platform has the same. */
export function settingsOf(sandbox: OwnSandbox, dataDir: string): Record<string, string> {
  return { DATA_DIR: dataDir, SMTP_URL: sandbox.smtpUrl, WEBHOOK_ALLOW_HOSTS: "127.0.0.1" };
}

/** Opens the platform on a database, in split mode. */
export function openPlatform(
  server: DrillServer,
  sandbox: OwnSandbox,
  dataDir: string,
  hasWorker = true,
): Promise<SplitWorld> {
  return SplitWorld.start({
    databaseUrl: server.url,
    sandboxPort: sandbox.port,
    counts: { worker: hasWorker ? 1 : 0 },
    env: settingsOf(sandbox, dataDir),
  });
}

/** Writes, backs up, continues writing, and loses the database. */
export async function loseDatabase({
  seconds,
  archiveTimeoutSeconds,
  hasDump,
}: DrillPlan): Promise<DrillWorld> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const one of closers.splice(0).toReversed()) await one();
  };
  try {
    const server = await startArchivedServer(archiveTimeoutSeconds);
    closers.push(() => server.stop());
    await prepareDatabase(server.socketUrl);
    const sandbox = await startOwnSandbox();
    closers.push(() => sandbox.stop());
    const receiver = await startReceiver();
    closers.push(() => receiver.close());
    const dataDir = await temporaryDirectory("data");
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const split = await openPlatform(server, sandbox, dataDir);
    closers.push(() => split.stop());
    const told = noteArrivals(receiver);
    const url = split.routerUrls[0]!;
    const token = await callerOf(sandbox, "eve");
    const admin = await callerOf(sandbox, "ada");
    const key = await newKey(url, token);
    const picture = await newPicture(url, token);
    const endpointSecret = await newEndpoint(url, token, receiver.url);

    const writers = new MoneyWriters();
    writers.start(url, [token, key, admin]);
    await wait(seconds.before * 1000);
    const tools = hasDump ? findDumpTools(server.version) : "not asked for";
    const startedAt = performance.now();
    const base = await takeBaseBackup(server);
    closers.push(() => rm(base, { recursive: true, force: true }));
    const backupSeconds = (performance.now() - startedAt) / 1000;
    const dump = typeof tools === "string" ? tools : await takeDump(tools, server);
    closers.push(async () => typeof dump !== "string" && dump.remove());
    await wait(seconds.between * 1000);
    // From here on work waits in the database: everything sent before is recorded, later work has yet to be
    // sent.
    await split.one("worker").end("SIGTERM");
    await wait(300);
    const target = new Date();
    await wait(seconds.after * 1000);
    await untilArchived(server, target);
    const { loss, files } = await lose(server, dataDir, closers);
    await writers.stop();
    await split.stop();
    return {
      sandbox,
      receiver,
      endpointSecret,
      writers,
      callers: { token, key, admin },
      picture,
      backup: { base, archive: server.archive, seconds: backupSeconds, files },
      dump,
      tools,
      moments: { target, loss },
      arrivals: { ...told, mails: () => mailsOf(sandbox) },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The files are in a store of their own, which has a copy that is younger than any state of the database to
 * restore.
 */
async function lose(
  server: ArchivedServer,
  dataDir: string,
  closers: (() => Promise<unknown>)[],
): Promise<{ loss: Date; files: string }> {
  const files = await temporaryDirectory("files");
  closers.push(() => rm(files, { recursive: true, force: true }));
  await cp(join(dataDir, "files"), join(files, "files"), { recursive: true });
  const loss = new Date();
  await server.destroy();
  await rm(dataDir, { recursive: true, force: true });
  return { loss, files };
}

async function untilArchived({ sql }: ArchivedServer, moment: Date): Promise<void> {
  const statement = "SELECT last_archived_time > $1 AS is_over FROM pg_stat_archiver";
  await until(
    "the log of that moment is archived",
    async () => (await sql<{ is_over: boolean | null }>(statement, [moment]))[0]!.is_over === true,
    90_000,
  );
}

async function callerOf(sandbox: OwnSandbox, name: string): Promise<Caller> {
  const { userId: sub, email, roles } = demoIdentities.find((one) => one.name === name)!;
  const response = await fetch(`${sandbox.issuer}/token`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ sub, email, roles, expiresInSeconds: 86_400 }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return { headers: { authorization: `Bearer ${accessToken}` } };
}

async function post<T>(url: string, path: string, caller: Caller, body: object, more = {}): Promise<T> {
  const answer = await send(url, { method: "POST", path, body, headers: more }, caller);
  if (!answer || answer.status > 299) throw new Error(`${path} answers ${answer?.status}: ${answer?.text}`);
  return JSON.parse(answer.text) as T;
}

async function newKey(url: string, caller: Caller): Promise<Caller> {
  const scopes = ["read:credits", "write:credits", "read:invoices", "write:invoices"];
  const { key } = await post<{ key: string }>(url, "/api-keys", caller, { name: "drill", scopes });
  return { headers: { "x-api-key": key } };
}

async function newPicture(url: string, caller: Caller): Promise<Picture> {
  const made = await post<{ imageUrl: string; fileId: string }>(
    url,
    "/ai/generate-image",
    caller,
    { prompt: "A red door." },
    { "x-app-id": "central" },
  );
  const { pathname, search } = new URL(made.imageUrl);
  const path = pathname + search;
  const response = await fetch(url + path);
  return { path, fileId: made.fileId, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function newEndpoint(url: string, caller: Caller, receiverUrl: string): Promise<string> {
  const body = { url: receiverUrl, eventTypes: ["invoice.created"] };
  return (await post<{ secret: string }>(url, "/webhooks/endpoints", caller, body)).secret;
}

/** When the webhooks of each event arrived, and under which ids. */
function noteArrivals(receiver: Receiver): Pick<DrillWorld["arrivals"], "webhooks" | "messageIds"> {
  const webhooks: Arrivals = new Map();
  const messageIds = new Map<string, Set<string>>();
  receiver.reply((response) => {
    const { headers, json } = receiver.received.at(-1)!;
    const { id } = json as { id: string };
    webhooks.set(id, [...(webhooks.get(id) ?? []), new Date()]);
    messageIds.set(id, (messageIds.get(id) ?? new Set()).add(String(headers["webhook-id"])));
    response.writeHead(200).end();
  });
  return { webhooks, messageIds };
}

/** When mail came, by the addresses it was for. */
async function mailsOf({ url }: OwnSandbox): Promise<Arrivals> {
  const { messages } = (await (await fetch(`${url}/mail/messages`)).json()) as {
    messages: { to: string[]; receivedAt: string }[];
  };
  const arrivals: Arrivals = new Map();
  for (const { to, receivedAt } of messages) {
    for (const one of to) arrivals.set(one, [...(arrivals.get(one) ?? []), new Date(receivedAt)]);
  }
  return arrivals;
}
