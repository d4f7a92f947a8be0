/**
 * Replacing secrets on a database that was written with the old ones, beside processes that serve: everything that was
 * sealed, indexed or hashed works during the rotation, and with the new secret alone after it.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntityManager } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { keyScopes } from "../../src/access/scopes.ts";
import { readConfig } from "../../src/config/config.ts";
import type { CallContext, RequestContext } from "../../src/context.ts";
import { deriveKeyRing, keyIdOf, sha256, type KeyRing } from "../../src/crypto/crypto.ts";
import type { SealedColumn } from "../../src/crypto/sealed-column.ts";
import { newId } from "../../src/ids.ts";
import { createLog } from "../../src/observability/log.ts";
import { inputPlace, resultPlace } from "../../src/access/approvals.ts";
import { webhookPlace } from "../../subgraphs/hub/banking/webhooks/webhook.service.ts";
import { removalPlace } from "../../subgraphs/hub/banking/connections/item-removal.service.ts";
import { oneTimeSecretPlace } from "../../subgraphs/hub/one-time-secrets/one-time-secrets.service.ts";
import { payloadPlace } from "../../subgraphs/hub/processor-events/event.rows.ts";
import { hubContent } from "../../platform/demo/content/hub.content.ts";
import { hvutContent } from "../../platform/demo/content/hvut.content.ts";
import { NamedIds } from "../../platform/demo/content/named-ids.ts";
import { seedContent, type ContentHost } from "../../platform/demo/content/seed-content.ts";
import { readColumnUse, rotateEncryption } from "../../platform/rotate/rotate-encryption.ts";
import { sealedBySubgraph } from "../../platform/rotate/sealed.ts";
import { startPlatform, type RunningPlatform } from "../../platform/start.ts";
import type { SubgraphName } from "../../platform/subgraph-addresses.ts";
import { createEmployer } from "../gateway/payroll/employers.ts";
import { createFiling } from "../gateway/hvut/filers.ts";
import { createScheduler } from "../gateway/booking/schedulers.ts";
import { createKey, createPerson } from "../gateway/support/people.ts";
import { connect as connectBank, createSaver } from "../hub/banking/bank-world.ts";
import {
  connected as connectOauth,
  createPerson as createConnector,
  initiate,
} from "../hub/oauth/oauth-world.ts";
import { buildProgram, freePorts, runProgram } from "../platform/support/platform-process.ts";
import { createTestApp, type Answer, type TestApp } from "../support/app.ts";
import { subscriptionUrlPlace } from "../../subgraphs/gateway/booking/calendar-subscriptions/calendar-subscription.rows.ts";
import { payoutAccountPlace } from "../../subgraphs/gateway/payroll/payouts/transfers.rows.ts";
import { formBody, newSsn, saveBusinessBody } from "../support/tax.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const { ENCRYPTION_SECRET } = readConfig({ NODE_ENV: "test" });
const [oldSecret] = ENCRYPTION_SECRET;
const newSecret = "the-new-encryption-secret-of-the-rotation-tests";
const oldRing = deriveKeyRing([oldSecret]);
const bothRing = deriveKeyRing([newSecret, oldSecret]);
const newRing = deriveKeyRing([newSecret]);

const closing: (() => Promise<unknown>)[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await app?.close();
});

type Headers = Record<string, string>;

/** Another process on the same database, with other secrets. */
async function start(env: Record<string, string>) {
  const [port, sandboxPort, metricsPort] = (await freePorts(3)) as [string, string, string];
  const dataDir = await mkdtemp(join(tmpdir(), "hub-test-data-"));
  const settings = {
    NODE_ENV: "test",
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    METRICS_PORT: metricsPort,
    DATA_DIR: dataDir,
    DATABASE_URL: app.database.url,
    RATE_LIMITS: "off",
    DEMO_CONTENT: "0",
    OIDC_ISSUER: `${app.sandboxUrl}/identity`,
    ...env,
  };
  const running = await startPlatform(readConfig(settings), createLog({ level: "silent" }));
  closing.push(async () => {
    await running.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { running, ...doors(running), settings };
}
type Process = Awaited<ReturnType<typeof start>>;

function doors(running: RunningPlatform) {
  const send = async (method: string, url: string, headers: Headers, body?: unknown): Promise<Answer> => {
    const response = await running.router.server.inject({
      method: method as "POST",
      url,
      headers: body === undefined ? headers : { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.body === "" ? null : JSON.parse(response.body),
    };
  };
  const emOf = (name: SubgraphName): EntityManager => running.platform.contextIn(name).em;
  const rotate = (ring = bothRing) => rotateEncryption({ keyRing: ring, emOf, report: () => undefined });
  return { send, emOf, rotate };
}

const columns = Object.values(sealedBySubgraph).flatMap((sealed) => sealed.columns);
const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`;

/** Everything sealed in the database, in the clear, by column and row. */
async function openAll(ring: KeyRing): Promise<Map<string, string>> {
  const opened = new Map<string, string>();
  for (const column of columns) {
    const sql = `SELECT ${column.key.join(", ")}, ${column.column} AS envelope FROM ${column.table}
      WHERE ${column.column} IS NOT NULL`;
    for (const row of await app.database.query<Record<string, string>>(sql)) {
      const key = column.key.map((name) => row[name]!);
      opened.set(`${nameOf(column)} ${key.join(" ")}`, ring.open(row["envelope"]!, column.placeOf(...key)));
    }
  }
  return opened;
}

/** Tables with an envelope of this key anywhere in a row, in JSON and queues too. */
async function tablesWith(keyId: string): Promise<string[]> {
  const tables = await app.database.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND n.nspname IN ('hub', 'property', 'gateway', 'jobs')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `SELECT count(*)::int AS count FROM ${name} t WHERE t::text LIKE $1`;
    const [row] = await app.database.query<{ count: number }>(sql, [`%v1:${keyId}:%`]);
    if (row!.count > 0) found.push(name);
  }
  return found;
}

/** Data of an account that depends on secrets, created through the doors. */
async function fillDatabase() {
  const saver = await createSaver(app);
  await connectBank(app, saver);
  const connector = await createConnector(app);
  await connectOauth(app, connector);
  await initiate(app, connector, { headers: { "idempotency-key": newId("key") } });
  const person = await createPerson(app, 500);
  const key = await createKey(app, person.ownerId, keyScopes);
  const ein = saveBusinessBody();
  const business = await app.post("/integrations/taxfiling/businesses", ein, connector.headers);
  const form = formBody(business.body.business.businessId);
  const filed = await app.post("/integrations/taxfiling/forms/1099-nec", form, connector.headers);
  expect([business.status, filed.status]).toEqual([200, 200]);
  const endpointBody = { url: "https://hooks.example/x", eventTypes: ["invoice.paid"] };
  const onceMore = { ...connector.headers, "idempotency-key": newId("key") };
  const endpoint = await app.post("/webhooks/endpoints", endpointBody, onceMore);
  expect([endpoint.status, endpoint.text]).toEqual([201, endpoint.text]);
  await app.post(
    `/webhooks/endpoints/${endpoint.body.endpoint?.id ?? endpoint.body.id}/rotate-secret`,
    {},
    connector.headers,
  );
  const invoice = { customerName: "Ana", customerEmail: "ana@client.example", dueDate: "2031-03-31" };
  const items = [{ description: "Hours", quantity: 1, unitPrice: 10 }];
  for (const path of ["/createExternalInvoice", "/createExternalQuotation"]) {
    const body = path.endsWith("Invoice") ? { ...invoice, items } : { ...invoice, items, dueDate: undefined };
    const made = await app.post(path, body, { ...key, "idempotency-key": newId("key") });
    expect([path, made.status, made.text]).toEqual([path, 201, made.text]);
  }
  const employer = await createEmployer(app);
  const sealed = await app.post(
    "/payroll/secure-numbers",
    { kind: "ssn", number: newSsn() },
    employer.headers,
  );
  expect([sealed.status, sealed.text]).toEqual([201, sealed.text]);
  const filing = await createFiling(app);
  const filer = await filing.filer();
  const filingId = await filing.filed(filer.id, {
    vehicles: [{ vin: "3AKJHHDR9JSJV5535", category: "V", firstUseMonth: "2026-07" }],
  });
  const scheduler = await createScheduler(app);
  const ticket = await createTicket(scheduler);
  await scheduler.act("create_provider", { name: "Ben", timezone: "UTC" });
  await seedDemoContent();
  await fillByHand();
  return {
    connector,
    endpointBody,
    endpoint,
    onceMore,
    ein,
    form,
    filing,
    filingId,
    filer,
    scheduler,
    ticket,
    saver,
  };
}

async function createTicket({ act }: Awaited<ReturnType<typeof createScheduler>>) {
  const times = { start: "2026-05-01T17:00:00.000Z", end: "2026-05-01T20:00:00.000Z" };
  const { id: eventId } = await act("create_event", {
    title: "Fair",
    ...times,
    timezone: "UTC",
    capacity: 6,
  });
  const standard = { eventId, name: "Standard", price: 25, quantity: 50 };
  const { id: ticketTypeId } = await act("create_ticket_type", standard);
  await act("publish_event", { eventId });
  const guest = { name: "Ana", email: "ana@client.example", quantity: 1 };
  const registration = await act("register_attendee", { eventId, ticketTypeId, ...guest });
  return { registrationId: registration.id as string, code: registration.tickets[0].ticketCode as string };
}

/** Demo data whose stored answers have envelopes: its ids are readable, unlike those of requests. */
async function seedDemoContent(): Promise<void> {
  const { platform } = app.running;
  const host: ContentHost = {
    running: (name) => platform.running(name as SubgraphName),
    contextIn: (name, ownerId) => platform.contextIn(name, ownerId ?? null),
    callFor: (name, ownerId) => callOf(platform.contextIn(name, ownerId)),
  };
  for (const content of [hubContent("demo-pia", new Date()), hvutContent("demo-pia")])
    await seedContent(host, content, new NamedIds());
}

function callOf({
  principal,
  requestId,
  appId,
  idempotencyKey,
  clock,
  log,
  meter,
  publicUrl,
}: RequestContext): CallContext {
  return { principal, requestId, appId, idempotencyKey, clock, log, meter, publicUrl };
}

/** Rows that exist only after a failure at an external service, or while another person is waited for. */
async function fillByHand(): Promise<void> {
  const seller = { ...(await app.as("pia")), "x-app-id": "invoicer" };
  const iban = { accountHolder: "Sample Ltd", iban: "DE89370400440532013000" };
  expect((await app.send("PUT", "/seller-profile/bank-details", seller, iban)).status).toBe(200);
  const [removal, webhook, event] = [newId("bir"), newId("bwh"), newId("evt")];
  const { query } = app.database;
  const [number] = await query<{ id: string }>("SELECT id FROM gateway.payroll_secrets ORDER BY id LIMIT 1");
  await query(
    `INSERT INTO gateway.payroll_payout_accounts (id, owner_id, sealed, created_at)
     SELECT id, owner_id, $2, now() FROM gateway.payroll_secrets WHERE id = $1`,
    [number!.id, oldRing.seal("{}", payoutAccountPlace(number!.id))],
  );
  await query(
    `INSERT INTO hub.bank_item_removals (id, owner_id, connection_id, access_token_sealed, created_at)
     VALUES ($1, 'usr_x', 'bcn_x', $2, now())`,
    [removal, oldRing.seal("access-of-a-removal", removalPlace(removal))],
  );
  await query(
    `INSERT INTO hub.bank_webhooks (id, received_at, verified, status, body_sha256, body_sealed, signature_sealed)
     VALUES ($1, now(), false, 'unchecked', 'x', $2, $3)`,
    [
      webhook,
      oldRing.seal("body", webhookPlace(webhook, "body")),
      oldRing.seal("sig", webhookPlace(webhook, "signature")),
    ],
  );
  await query(
    `INSERT INTO hub.processor_events (event_id, type, created, livemode, payload_sha256, payload_encrypted, received_at, status)
     VALUES ($1, 'x', now(), false, $2, $3, now(), 'processed')`,
    [event, sha256("{}").toString("hex"), oldRing.seal("{}", payloadPlace(event))],
  );
  const subscription = newId("cas");
  await query(
    `INSERT INTO gateway.booking_calendar_subscriptions (id, owner_id, provider_id, source, url_sealed, host, refresh_minutes,
       status, block_count, unread_count, last_read_at, expanded_at, next_read_at, version, created_at, updated_at)
     SELECT $1, owner_id, id, 'calendar', $2, 'calendar.example', 5, 'active', 0, 0, now(), now(), now() + interval '1 year', 1,
       now(), now() FROM gateway.booking_providers ORDER BY id LIMIT 1`,
    [subscription, oldRing.seal("https://calendar.example/a.ics", subscriptionUrlPlace(subscription))],
  );
  const request = newId("apr");
  await query(
    `INSERT INTO hub.approval_requests (id, owner_id, kind, subgraph, operation, requester_kind, requester_id, summary,
       input_sealed, result_sealed, request_hash, status, finished_at, created_at, expires_at)
     VALUES ($1, (SELECT min(id) FROM hub.accounts), 'key_creation', 'hub', 'createApiKey', 'user', 'usr_x', '{}',
       $2, $3, 'x', 'executed', now(), now(), now() + interval '7 days')`,
    [request, oldRing.seal("{}", inputPlace(request)), oldRing.seal("{}", resultPlace(request))],
  );
  const shown = newId("ots");
  await query(
    `INSERT INTO hub.one_time_secrets (id, owner_id, required_scope, label, secret_sealed, secret_hash, created_at, expires_at)
     VALUES ($1, 'usr_x', 'webhooks', 'Webhook signing secret', $2, 'x', now(), now() + interval '1 hour')`,
    [shown, oldRing.seal("whsec_sample", oneTimeSecretPlace(shown))],
  );
}

describe("a rotation of ENCRYPTION_SECRET", () => {
  let world: Awaited<ReturnType<typeof fillDatabase>>;
  let before: Map<string, string>;
  let during: Process;
  beforeAll(async () => {
    world = await fillDatabase();
    before = await openAll(oldRing);
    during = await start({ ENCRYPTION_SECRET: `${newSecret},${oldSecret}` });
  });

  test("has something of every column to rotate", () => {
    const filled = new Set([...before.keys()].map((name) => name.split(" ")[0]!));
    const empty = columns
      .filter((column) => !column.derived)
      .map(nameOf)
      .filter((name) => !filled.has(name));
    expect(empty.filter((name) => name !== "property.idempotency_keys.sealed")).toEqual([]);
  });

  test("finds a number under its older blind index, and stores it once", async () => {
    const { connector, ein, form } = world;
    const again = await during.send("POST", "/integrations/taxfiling/businesses", connector.headers, ein);
    expect([again.status, again.body.created]).toEqual([200, false]);
    const [row] = await app.database.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM hub.tax_businesses WHERE owner_id = $1",
      [connector.id],
    );
    expect(row!.count).toBe(1);
    const twice = await during.send(
      "POST",
      "/integrations/taxfiling/forms/1099-nec",
      connector.headers,
      form,
    );
    expect([twice.status, twice.body.code]).toEqual([409, "FORM_ALREADY_FILED"]);
  });

  test("shows the codes that tickets and stamps were issued with", async () => {
    const { scheduler, ticket, filing, filingId } = world;
    const shown = await during.send("POST", "/tools/check_in_attendee/call", scheduler.headers, {
      arguments: { ticketCode: ticket.code },
      idempotencyKey: newId("key"),
    });
    expect(shown.body).toMatchObject({ ticketCode: ticket.code });
    const read = (from: { send: Process["send"] }) =>
      from.send("POST", "/tools/get_schedule1/call", filing.headers, { arguments: { filingId } });
    const old = await read({ send: (method, url, headers, body) => app.send(method, url, headers, body) });
    expect([old.status, (await read(during)).body.verificationCode]).toEqual([
      200,
      old.body.verificationCode,
    ]);
  });

  test("seals everything again beside writers, and proves that nothing is left", async () => {
    const { connector, endpointBody } = world;
    let isRotating = true;
    const written: string[] = [];
    const write = async () => {
      while (isRotating) {
        const made = await during.send("POST", "/webhooks/endpoints", connector.headers, endpointBody);
        if (made.status === 201) written.push(made.body.secret ?? made.body.endpoint?.secret);
        if (written.length >= 20) return;
      }
    };
    const writing = Promise.all([write(), write()]);
    const [first, second] = await Promise.all([during.rotate(), during.rotate()]);
    isRotating = false;
    await writing;
    expect(written.length).toBeGreaterThan(0);
    for (const result of [first, second]) expect(result).toMatchObject({ failed: [], left: [] });
    expect(first.changed + second.changed).toBeGreaterThanOrEqual(before.size);
    expect(
      (await readColumnUse({ keyRing: bothRing, emOf: during.emOf })).filter(({ older }) => older > 0),
    ).toEqual([]);
    expect(await tablesWith("k1")).toEqual([]);
    expect(await tablesWith(keyIdOf(oldSecret))).toEqual([]);
  });

  test("leaves every value as it was, readable with the new secret alone", async () => {
    const after = await openAll(newRing);
    for (const [name, value] of before)
      if (after.has(name)) expect([name, after.get(name)]).toEqual([name, value]);
    const gone = [...before.keys()].filter((name) => !after.has(name));
    expect(gone.filter((name) => !name.includes("idempotency_keys"))).toEqual([]);
  });

  test("leaves a platform with the new secret alone that works as before", async () => {
    const after = await start({ ENCRYPTION_SECRET: newSecret });
    const { connector, ein, form, endpoint, endpointBody, onceMore, scheduler, filing, filingId, filer } =
      world;
    const again = await after.send("POST", "/integrations/taxfiling/businesses", connector.headers, ein);
    expect([again.status, again.body.created]).toEqual([200, false]);
    const twice = await after.send("POST", "/integrations/taxfiling/forms/1099-nec", connector.headers, form);
    expect([twice.status, twice.body.code]).toEqual([409, "FORM_ALREADY_FILED"]);
    const replayed = await after.send("POST", "/webhooks/endpoints", onceMore, endpointBody);
    expect(replayed.text).toBe(endpoint.text);
    expect(replayed.headers["idempotent-replayed"]).toBe("true");
    const read = (send: Process["send"]) =>
      send("POST", "/tools/get_schedule1/call", filing.headers, { arguments: { filingId } });
    const shown = await read(after.send);
    expect(shown.body.verificationCode).toBe((await read(during.send)).body.verificationCode);
    const verified = await after.send("GET", `/verify/${shown.body.verificationCode}`, {});
    expect([verified.status, verified.body.valid, filer.id]).toEqual([200, true, filer.id]);
    expect(scheduler.ownerId).not.toBe("");
  });
});

describe("npm run rotate", () => {
  const run = async (words: string[], env: Record<string, string>) => {
    const program = runProgram(["rotate", ...words], { ...env, LOG_LEVEL: "warn" });
    const code = await program.ended;
    return { code, text: program.stdout() + program.stderr() };
  };

  test("says what depends on older values, rotates it, and proves it", async () => {
    await buildProgram();
    const third = "a-third-encryption-secret-of-the-rotation-tests";
    const shared = { NODE_ENV: "test", DATABASE_URL: app.database.url };
    const alone = await run(["encryption"], { ...shared, ENCRYPTION_SECRET: third });
    expect([alone.code, alone.text]).toEqual([2, expect.stringContaining("has one value")]);
    const wrong = await run(["encryption"], {
      ...shared,
      ENCRYPTION_SECRET: `${third},not-one-of-them-at-all`,
    });
    expect([wrong.code, wrong.text]).toEqual([1, expect.stringContaining("need an older secret")]);
    const done = await run(["encryption"], {
      ...shared,
      ENCRYPTION_SECRET: `${third},${newSecret},${oldSecret}`,
    });
    expect([done.code, done.text]).toEqual([0, expect.stringContaining("Nothing needs an older value")]);
    for (const secret of [third, newSecret, oldSecret]) expect(done.text + wrong.text).not.toContain(secret);
  });
});
