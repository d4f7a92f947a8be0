import { createClient } from "graphql-ws";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createFileRecords } from "../../../router/http/file-records.ts";
import type { Membership } from "../../../src/access/roles.ts";
import { systemClock } from "../../../src/time/clock.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { silentLog } from "../../support/silent-log.ts";
import { until } from "../../support/poll.ts";
import { invoiceBody } from "../../gateway/support/people.ts";
import { foundOrganization, newMember, removeUnnoticed, signUp, type TestPerson } from "./organizations.ts";

let app: TestApp;
let owner: TestPerson;
let organizationId: string;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await signUp(app);
  organizationId = await foundOrganization(app, owner);
});
afterAll(() => app?.close());

const inInvoicer = { "x-app-id": "invoicer" };
const remove = (userId: string) => app.send("DELETE", `/account/members/${userId}`, owner.in(organizationId));

const invoicesBy = async (userId: string): Promise<number> => {
  const [row] = await app.database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM gateway.audit_log WHERE actor_id = $1 AND owner_id = $2 AND outcome = 'ok'",
    [userId, organizationId],
  );
  return row!.n;
};

test("a removed member is refused at the next request, and a changed role holds at the next request", async () => {
  const { person, headers } = await newMember(app, organizationId, "member");
  const own = { ...headers, ...inInvoicer };
  expect((await app.post("/invoices", invoiceBody(), own)).status).toBe(201);
  await app.send("PATCH", `/account/members/${person.userId}`, owner.in(organizationId), {
    role: "read_only",
  });
  expect((await app.post("/invoices", invoiceBody(), own)).status).toBe(403);
  expect((await app.get("/invoices", own)).status).toBe(200);
  expect((await remove(person.userId)).status).toBe(200);
  const refused = await app.get("/invoices", own);
  expect([refused.status, refused.body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
});

test("a write that was admitted before the removal does not commit after it", async () => {
  const { person, headers } = await newMember(app, organizationId, "member");
  const blocker = new pg.Client({ connectionString: app.database.url });
  await blocker.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE gateway.invoices IN EXCLUSIVE MODE");
    const writing = app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer });
    await until("the write waits for the table", async () => {
      const sql = "SELECT 1 FROM pg_locks WHERE relation = 'gateway.invoices'::regclass AND NOT granted";
      return (await app.database.query(sql)).length > 0;
    });
    expect((await remove(person.userId)).status).toBe(200);
    await blocker.query("COMMIT");
    const refused = await writing;
    expect([refused.status, refused.body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
    expect(await invoicesBy(person.userId)).toBe(0);
  } finally {
    await blocker.end();
  }
});

test("a removal waits for a write that is about to commit", async () => {
  const { person } = await newMember(app, organizationId, "member");
  const writer = new pg.Client({ connectionString: app.database.url });
  await writer.connect();
  try {
    await writer.query("BEGIN");
    const [{ version }] = (await app.database.query<{ version: number }>(
      "SELECT version FROM hub.account_members WHERE user_id = $1",
      [person.userId],
    )) as [{ version: number }];
    const keep = "SELECT account_access.keep_membership($1, $2, $3) AS kept";
    expect((await writer.query(keep, [organizationId, person.userId, version])).rows).toEqual([
      { kept: true },
    ]);
    let isRemoved = false;
    const removing = remove(person.userId).then((answer) => {
      isRemoved = true;
      return answer;
    });
    await until("the removal waits for the write", async () => {
      const sql = `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%account_members%'`;
      return (await app.database.query(sql)).length > 0;
    });
    expect(isRemoved).toBe(false);
    await writer.query("COMMIT");
    expect((await removing).status).toBe(200);
  } finally {
    await writer.end();
  }
});

test("of many writes while a member is removed, none commits after the removal", async () => {
  const { person, headers } = await newMember(app, organizationId, "member");
  let started = 0;
  const statuses: number[] = [];
  const write = async (): Promise<void> => {
    while (started < 40) {
      started++;
      statuses.push((await app.post("/invoices", invoiceBody(), { ...headers, ...inInvoicer })).status);
    }
  };
  const writers = [write(), write(), write(), write()];
  await until("some invoices are created", () => statuses.filter((status) => status === 201).length >= 4);
  expect((await remove(person.userId)).status).toBe(200);
  const whenRemoved = await invoicesBy(person.userId);
  await Promise.all(writers);
  expect(await invoicesBy(person.userId)).toBe(whenRemoved);
  expect(statuses.filter((status) => status === 201)).toHaveLength(whenRemoved);
  expect(new Set(statuses)).toEqual(new Set([201, 404]));
});

test("a credit write of a removed member does not commit either", async () => {
  const { person, headers } = await newMember(app, organizationId, "billing");
  const [{ version }] = (await app.database.query<{ version: number }>(
    "SELECT version FROM hub.account_members WHERE user_id = $1",
    [person.userId],
  )) as [{ version: number }];
  const body = { appId: "central", amount: 1, description: "shared" };
  const spend = () => app.post("/credits/consume", body, { ...headers, "x-app-id": "central" });
  expect((await spend()).status).toBe(200);
  await removeUnnoticed(app, person.userId);
  const refused = await spend();
  expect([refused.status, refused.body.code, version > 0]).toEqual([404, "ACCOUNT_NOT_FOUND", true]);
});

test("what the platform writes for a removed member before an effect does not commit either", async () => {
  const { person, headers } = await newMember(app, organizationId, "member");
  const own = { ...headers, ...inInvoicer };
  expect((await app.post("/invoices", invoiceBody(), own)).status).toBe(201);
  const [{ version }] = (await app.database.query<{ version: number }>(
    "SELECT version FROM hub.account_members WHERE user_id = $1",
    [person.userId],
  )) as [{ version: number }];
  const written = async () => {
    const sql = `SELECT (SELECT count(*)::int FROM hub.credit_holds WHERE owner_id = $1) AS holds,
      (SELECT count(*)::int FROM hub.files WHERE owner_id = $1) AS files`;
    return (await app.database.query(sql, [organizationId]))[0];
  };
  await removeUnnoticed(app, person.userId);
  const before = await written();
  // No price is set aside, and no file is begun for a result.
  const refused = await app.post("/invoices", invoiceBody(), own);
  expect([refused.status, refused.body.code]).toEqual([404, "ACCOUNT_NOT_FOUND"]);
  const files = createFileRecords(app.running.platform.executors.get("hub")!, {
    log: silentLog,
    publicUrl: app.url,
  });
  const file = { ownerId: organizationId, appId: "central", filename: "a.txt", contentType: "text/plain" };
  const membership = { accountId: organizationId, userId: person.userId, version } as Membership;
  const beginning = files.begin(
    { ...file, size: 1, sha256: "0".repeat(64) },
    { requestId: "req_1", clock: systemClock, principal: { membership } },
  );
  await expect(beginning).rejects.toMatchObject({ code: "ACCOUNT_NOT_FOUND" });
  expect(await written()).toEqual(before);
});

test("a stream of a removed member ends at its next event", async () => {
  const { person, headers } = await newMember(app, organizationId, "member");
  const client = createClient({
    url: `${app.url.replace("http", "ws")}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: headers,
    retryAttempts: 0,
  });
  const query = 'subscription { creditBalanceChanged(appId: "central") { balance } }';
  const events = client.iterate<{ creditBalanceChanged: { balance: number } }>({ query });
  const first = await events.next();
  expect(first.value?.data?.creditBalanceChanged.balance).toBeGreaterThan(0);
  await remove(person.userId);
  await app.post("/invoices", invoiceBody(), { ...owner.in(organizationId), ...inInvoicer });
  const outcome = await events.next().then(
    ({ value }) => value?.errors ?? "no error",
    (errors: unknown) => errors,
  );
  expect(JSON.stringify(outcome)).toContain("ACCOUNT_NOT_FOUND");
  await client.dispose();
});

test("the last owner cannot leave, be removed, be made a member or close the personal account", async () => {
  const lone = await signUp(app);
  const id = await foundOrganization(app, lone);
  const refusals = [
    await app.post(`/accounts/${id}/leave`, {}, lone.headers),
    await app.send("DELETE", `/account/members/${lone.userId}`, lone.in(id)),
    await app.send("PATCH", `/account/members/${lone.userId}`, lone.in(id), { role: "member" }),
    await app.send("DELETE", "/auth/me", lone.headers),
  ];
  for (const { status, body } of refusals)
    expect([status, body.code, body.details.reason]).toEqual([409, "INVALID_STATE", "last_owner"]);
});

test("administrators change members and not owners", async () => {
  const admin = await newMember(app, organizationId, "admin");
  const member = await newMember(app, organizationId, "member");
  const change = (userId: string, role: string) =>
    app.send("PATCH", `/account/members/${userId}`, admin.headers, { role });
  expect((await change(member.person.userId, "billing")).body).toMatchObject({ role: "billing" });
  expect((await change(owner.userId, "member")).status).toBe(403);
  expect((await change(member.person.userId, "owner")).status).toBe(400);
  const removal = await app.send("DELETE", `/account/members/${owner.userId}`, admin.headers);
  expect([removal.status, removal.body.details.requiredRight]).toEqual([403, "own"]);
});

test("of two administrators who remove each other at once, one stays", async () => {
  const [one, two] = [
    await newMember(app, organizationId, "admin"),
    await newMember(app, organizationId, "admin"),
  ];
  const answers = await Promise.all([
    app.send("DELETE", `/account/members/${two.person.userId}`, one.headers),
    app.send("DELETE", `/account/members/${one.person.userId}`, two.headers),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(1);
});

test("ownership goes over when the other side accepts, and only then", async () => {
  const first = await signUp(app);
  const id = await foundOrganization(app, first);
  const second = await signUp(app);
  await app.database.query(
    `INSERT INTO hub.account_members (owner_id, user_id, role, added_by, created_at, updated_at)
     VALUES ($1, $2, 'member', $2, now(), now())`,
    [id, second.userId],
  );
  const accept = () => app.post("/account/ownership-offers/accept", {}, second.in(id));
  expect((await accept()).status).toBe(404);
  const offer = await app.post("/account/ownership-offers", { userId: second.userId }, first.in(id));
  expect([offer.status, offer.body.status]).toEqual([201, "open"]);
  expect((await app.get("/account", second.in(id))).body.role).toBe("member");
  expect((await accept()).body).toMatchObject({ status: "accepted", stepDown: true });
  expect((await app.get("/account", second.in(id))).body.role).toBe("owner");
  expect((await app.get("/account", first.in(id))).body.role).toBe("admin");
  expect((await accept()).status).toBe(404);
  expect((await app.post("/account/ownership-offers", { userId: first.userId }, first.in(id))).status).toBe(
    403,
  );
  expect((await app.post(`/accounts/${id}/leave`, {}, first.headers)).status).toBe(200);
});
