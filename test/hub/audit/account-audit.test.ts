import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { foundOrganization, newMember, signUp, type TestPerson } from "../accounts/organizations.ts";

let app: TestApp;
let owner: TestPerson;
let organizationId: string;
let admin: Awaited<ReturnType<typeof newMember>>;
let member: Awaited<ReturnType<typeof newMember>>;
beforeAll(async () => {
  app = await createTestApp();
  owner = await signUp(app);
  organizationId = await foundOrganization(app, owner);
  admin = await newMember(app, organizationId, "admin");
  member = await newMember(app, organizationId, "member");
  const made = [
    await newClient("One", member.headers),
    await newClient("Two", admin.headers),
    await newClient("Of the person", owner.headers),
    await app.send("PATCH", "/account", admin.headers, { name: "Sample & Daughters" }),
  ];
  const refused = made.find(({ status }) => status >= 300);
  if (refused) throw new Error(`A change in the account answered ${refused.status}.`);
});
afterAll(() => app?.close());

type Headers = Record<string, string>;
type Entry = Record<string, unknown> & { id: string; action: string; actor: { id: string } };

const path = "/account/audit-log";
const newClient = (name: string, headers: Headers) =>
  app.post("/clients", { name }, { ...headers, "x-app-id": "invoicer" });

async function list(headers: Headers, query = ""): Promise<Entry[]> {
  const { status, body } = await app.get(`${path}${query}`, headers);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.entries as Entry[];
}

const verify = async (headers: Headers, query = "") =>
  (await app.get(`${path}/verification${query}`, headers)).body as Record<string, unknown>;

/** Changes the trail as only its owner could, with the triggers off, and takes the change back after the check. */
async function whileTampered(table: string, sql: string, check: () => Promise<void>): Promise<void> {
  const { database } = app;
  await database.query(`CREATE TABLE hub.kept AS TABLE hub.${table}`);
  await database.query(`ALTER TABLE hub.${table} DISABLE TRIGGER ALL`);
  try {
    await database.query(sql);
    await check();
  } finally {
    await database.query(`DELETE FROM hub.${table}`);
    await database.query(`INSERT INTO hub.${table} TABLE hub.kept`);
    await database.query(`ALTER TABLE hub.${table} ENABLE TRIGGER ALL`);
    await database.query("DROP TABLE hub.kept");
  }
}

test("administrators see what every member did in the organization, and nothing of another account", async () => {
  const entries = await list(admin.headers);
  expect(entries.map(({ action, actor }) => [action, actor.id])).toEqual([
    ["updateOrganization", admin.person.userId],
    ["createClient", admin.person.userId],
    ["createClient", member.person.userId],
  ]);
  expect(entries[0]).toMatchObject({
    outcome: "ok",
    ip: "127.0.0.1",
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const own = await list(owner.headers);
  expect(own.map(({ action }) => action).toSorted()).toEqual(["createClient", "createOrganization"]);
  expect(own.every(({ actor }) => actor.id === owner.userId)).toBe(true);
});

test("entries are filtered by member, app, action, object and time, and paged", async () => {
  const [rename, , first] = await list(owner.in(organizationId));
  const ofMember = await list(admin.headers, `?member=${member.person.userId}`);
  expect(ofMember.map(({ id }) => id)).toEqual([first!.id]);
  expect(await list(admin.headers, "?app=invoicer&action=createClient")).toHaveLength(2);
  const target = first!["target"] as { id: string; type: string };
  expect(await list(admin.headers, `?object=${target.id}&objectType=${target.type}`)).toEqual(ofMember);
  expect(await list(admin.headers, `?from=${String(rename!["at"])}&action=createClient`)).toEqual([]);
  expect(await list(admin.headers, `?to=${String(first!["at"])}`)).toEqual([]);
  const { body } = await app.get(`${path}?limit=2`, admin.headers);
  const rest = await app.get(`${path}?limit=2&after=${body.nextCursor}`, admin.headers);
  expect(rest.body).toMatchObject({ entries: [{ id: first!.id }], nextCursor: null });
  const foreign = await app.get(`${path}?limit=2&after=${body.nextCursor}`, owner.headers);
  expect(foreign.body.code).toBe("INVALID_CURSOR");
});

test("members without the right, keys and app-limited tokens do not see the log of the account", async () => {
  for (const suffix of ["", "/verification", "/export?format=csv"]) {
    const { status, body } = await app.get(`${path}${suffix}`, member.headers);
    expect([status, body.details?.reason]).toEqual([403, "role_required"]);
  }
  const apps = ["finance"];
  const limited = { authorization: `Bearer ${await app.tokenFor({ sub: owner.userId, apps })}` };
  expect(await list(limited)).toEqual([]);
});

test("the log is exported as CSV and JSON Lines", async () => {
  const csv = await app.get(`${path}/export?format=csv&download=true`, admin.headers);
  expect(csv.headers["content-type"]).toContain("text/csv");
  expect(csv.text.trim().split("\r\n")).toHaveLength(4);
  expect(csv.text).toContain(member.person.userId);
  const lines = await app.get(`${path}/export?format=jsonl`, admin.headers);
  expect(lines.body).toMatchObject({ count: 3, nextCursor: null, contentType: "application/jsonl" });
  const entries = (lines.body.content as string)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Entry);
  expect(entries).toEqual(await list(admin.headers));
});

test("the chain of an account verifies alone, and a kept end proves that it was not rewritten", async () => {
  const before = await verify(admin.headers);
  expect(before).toMatchObject({ valid: true, checked: 3, isComplete: true, unlinked: 0, firstBroken: null });
  const end = before["end"] as { sequence: number; hash: string };
  expect(end.sequence).toBe(3);
  await newClient("Three", member.headers);
  const known = `?knownSequence=${end.sequence}&knownHash=${end.hash}`;
  expect(await verify(admin.headers, known)).toMatchObject({ valid: true, checked: 4, hasKnownEnd: true });
  const other = `?knownSequence=2&knownHash=${end.hash}`;
  expect(await verify(admin.headers, other)).toMatchObject({ valid: false, hasKnownEnd: false });
  const [newest] = await list(admin.headers);
  const from = `?from=${String(newest!["at"])}`;
  expect(await verify(admin.headers, from)).toMatchObject({ valid: true, checked: 1 });
  expect(await verify(admin.headers, `?to=${String(newest!["at"])}`)).toMatchObject({
    valid: true,
    checked: 3,
  });
});

test.each([
  ["changed", "audit_trail", "UPDATE hub.audit_trail SET outcome = 'denied' WHERE id = $id", "changed"],
  ["removed", "audit_trail", "DELETE FROM hub.audit_trail WHERE id = $id", "removed"],
  [
    "unlinked",
    "audit_account_links",
    "DELETE FROM hub.audit_account_links WHERE entry_id = $id",
    "predecessor_missing",
  ],
  [
    "bound to other content",
    "audit_account_links",
    "UPDATE hub.audit_account_links SET entry_hash = repeat('a', 64) WHERE entry_id = $id",
    "changed",
  ],
])(
  "verification finds an entry that was %s, and other accounts still verify",
  async (_what, table, sql, reason) => {
    const entries = await list(admin.headers);
    const { id } = entries[1]!;
    await whileTampered(table, sql.replace("$id", `'${id}'`), async () => {
      const found = await verify(admin.headers);
      expect(found).toMatchObject({ valid: false, firstBroken: { reason } });
      expect(await verify(owner.headers)).toMatchObject({ valid: true });
    });
    expect(await verify(admin.headers)).toMatchObject({ valid: true });
  },
);

test("verification finds a cut-off end", async () => {
  const [newest] = await list(admin.headers);
  const sql = `DELETE FROM hub.audit_account_links WHERE entry_id = '${newest!.id}'`;
  await whileTampered("audit_account_links", sql, async () => {
    expect((await verify(admin.headers))["firstBroken"]).toMatchObject({ id: null, reason: "end_missing" });
  });
});
