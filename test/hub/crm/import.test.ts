import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import { createMicrosoftContacts } from "../../../subgraphs/hub/crm/connected-contacts/microsoft-contacts.adapter.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { connected, refreshes } from "../oauth/oauth-world.ts";
import { addContact, finished, importFile, newOwner, sendCsv, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await createTestApp();
  owner = await newOwner(app, "professional");
});
afterAll(() => app?.close());

const find = async (search: string, { headers } = owner) =>
  (await app.get(`/crm/contacts?limit=100&search=${encodeURIComponent(search)}`, headers)).body;

test("10,000 rows are imported, each once, with progress; the same file again changes nothing", async () => {
  const own = await newOwner(app, "professional");
  const rows = Array.from({ length: 10_000 }, (_, index) => {
    const phone = `+1212${5_550_000 + index}`;
    return `p${index}@big.example,${phone},First ${index},Last,"Acme, Inc.",a;b,subscribed,${index}`;
  });
  const csv = ["email,phone,firstName,lastName,company,tags,emailConsent,score", ...rows].join("\r\n");
  const startedAt = performance.now();
  const begun = await sendCsv(app, own, csv, "?filename=big.csv&tags=spring,fair");
  expect(begun.status, begun.text).toBe(202);
  expect(begun.body).toMatchObject({
    success: true,
    import: { status: "queued", filename: "big.csv", totalRows: 10_000 },
  });
  const { importId } = begun.body.import;
  const done = await finished(app, own, importId, 60_000);
  const seconds = (performance.now() - startedAt) / 1000;
  console.info(
    `10,000 rows in ${seconds.toFixed(2)} s, ${Math.round(10_000 / seconds)} rows/s with upload and polling; the job says ${String(done["ratePerSecond"])} rows/s`,
  );
  expect(done).toMatchObject({
    status: "completed",
    doneRows: 10_000,
    created: 10_000,
    updated: 0,
    unchanged: 0,
    rejected: 0,
    secondsLeft: 0,
  });
  expect(done["ratePerSecond"]).toBeGreaterThan(100);
  const { contacts, total } = await find("p9999@", own);
  expect(total).toBe(1);
  expect(contacts[0]).toMatchObject({
    phone: "+12125559999",
    firstName: "First 9999",
    company: "Acme, Inc.",
    tags: ["spring", "fair", "a", "b"],
    customFields: { score: "9999" },
    consent: { email: { status: "subscribed", source: "import" } },
  });
  expect((await app.get("/crm/quotas", own.headers)).body.quotas.contacts.used).toBe(10_000);
  const again = await importFile(app, own, csv, "?filename=big.csv&tags=spring,fair");
  expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 10_000, rejected: 0 });
  expect((await app.get("/crm/contacts?limit=1", own.headers)).body.total).toBe(10_000);
  const [history] = await app.database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM hub.crm_consents WHERE owner_id = $1",
    [own.ownerId],
  );
  expect(history!.n).toBe(10_000);
});

describe("a row", () => {
  test("a row updates the contact with its e-mail, by its non-empty cells", async () => {
    await addContact(app, owner, {
      email: "known@rows.example",
      firstName: "Old",
      company: "Kept",
      tags: ["before"],
      customFields: { a: "1" },
    });
    const done = await importFile(
      app,
      owner,
      "E-mail;First Name;Company;Tags;Lead source\nKNOWN@rows.example;New;;later|again;fair\n",
    );
    expect(done).toMatchObject({ created: 0, updated: 1 });
    const { contacts } = await find("known@rows.example");
    expect(contacts).toMatchObject([
      {
        firstName: "New",
        company: "Kept",
        tags: ["before", "later", "again"],
        customFields: { a: "1", leadSource: "fair" },
        version: 2,
      },
    ]);
  });

  test("a rejected row is in the report with line, field and reason", async () => {
    await addContact(app, owner, { email: "away@bad.example" }).then(({ contactId }) =>
      app.send("PATCH", `/crm/contacts/${contactId}`, owner.headers, { archived: true }),
    );
    const csv = [
      "email,phone,firstName,tags,emailConsent",
      "good@bad.example,,Good,,",
      "nobody,,,,",
      ",12,,,",
      ",,Nobody,,",
      '"multi@bad.example",,"two',
      'lines",,',
      "tag@bad.example,,,,maybe",
      "away@bad.example,,,,",
      "cells@bad.example,,,,,,,",
      "good@bad.example,,Good,,",
      '"=cmd()"@bad.example,,,,',
    ].join("\n");
    const done = await importFile(app, owner, csv);
    expect(done).toMatchObject({ doneRows: 10, created: 1, unchanged: 1, rejected: 8 });
    expect(done.remarks.map(({ line, field, reason, outcome }) => [line, field, reason, outcome])).toEqual([
      [3, "email", "email", "rejected"],
      [4, "phone", "phone", "rejected"],
      [5, "email", "required", "rejected"],
      [6, "firstName", "controls", "rejected"],
      [8, "consent.email", "enum", "rejected"],
      [9, null, "archived", "rejected"],
      [10, null, "columns", "rejected"],
      [12, "email", "email", "rejected"],
    ]);
    const path = `/crm/contact-imports/${done.importId}`;
    const first = (await app.get(`${path}/remarks?limit=5`, owner.headers)).body;
    const rest = (await app.get(`${path}/remarks?limit=5&cursor=${first.nextCursor}`, owner.headers)).body;
    expect([...first.remarks, ...rest.remarks]).toEqual(done.remarks);
    expect(rest.nextCursor).toBeNull();
    const report = await app.get(`${path}/report?download=true`, owner.headers);
    expect(report.headers["content-type"]).toMatch(/^text\/csv/);
    expect(report.text.split("\r\n").slice(0, 2)).toEqual([
      "line,outcome,field,reason,message",
      "3,rejected,email,email,must be an e-mail address",
    ]);
  });

  test("a row revokes consent and never grants it to a contact that has opted out", async () => {
    const ids: Record<string, string> = {};
    for (const name of ["out", "never", "in", "complained"])
      ids[name] = (await addContact(app, owner, { email: `${name}@consent.example` })).contactId;
    await app.send("PATCH", `/crm/contacts/${ids["out"]}`, owner.headers, {
      consent: { email: { status: "unsubscribed", source: "link" } },
    });
    await app.send("PATCH", `/crm/contacts/${ids["in"]}`, owner.headers, {
      consent: { email: { status: "subscribed", source: "form" } },
    });
    await app.database.query(
      `INSERT INTO hub.crm_suppressions (id, owner_id, channel, address, reason, source, created_at)
       VALUES ('sup_c', $1, 'email', 'complained@consent.example', 'complaint', 'x', now()),
         ('sup_s', $1, 'email', 'stranger@consent.example', 'unsubscribed', 'link', now())`,
      [owner.ownerId],
    );
    const csv = [
      "email,email consent",
      "out@consent.example,subscribed",
      "never@consent.example,yes",
      "in@consent.example,unsubscribed",
      "complained@consent.example,subscribed",
      "stranger@consent.example,subscribed",
    ].join("\n");
    const done = await importFile(app, owner, csv, "?consentSource=fair%202026");
    expect(done).toMatchObject({ created: 1, updated: 2, unchanged: 2, rejected: 0, noted: 3 });
    expect(done.remarks).toMatchObject([
      { line: 2, field: "consent.email", reason: "optedOut", outcome: "noted" },
      { line: 5, field: "consent.email", reason: "suppressed", outcome: "noted" },
      { line: 6, field: "consent.email", reason: "optedOut", outcome: "noted" },
    ]);
    const { contacts } = await find("consent.example");
    const status = Object.fromEntries(
      contacts.map((one: { email: string; consent: { email: { status: string; source: string } } }) => [
        one.email.split("@")[0],
        [one.consent.email.status, one.consent.email.source],
      ]),
    );
    expect(status).toEqual({
      out: ["unsubscribed", "link"],
      never: ["subscribed", "fair 2026"],
      in: ["unsubscribed", "fair 2026"],
      complained: ["none", null],
      stranger: ["unsubscribed", "suppression"],
    });
    const { body } = await app.get("/crm/suppressions?search=in@consent", owner.headers);
    expect(body.suppressions).toMatchObject([{ reason: "unsubscribed", source: "fair 2026" }]);
  });

  test("a row without an e-mail is matched by its phone", async () => {
    const csv = "phone,firstName\n(030) 901820,Rita\n+49 30 901820,Rita\n";
    expect(await importFile(app, owner, csv, "?country=DE")).toMatchObject({ created: 1, unchanged: 1 });
    expect(await importFile(app, owner, csv, "?country=DE")).toMatchObject({ created: 0, unchanged: 2 });
    expect((await find("+4930901820")).total).toBe(1);
  });

  test("a row beyond the plan's room is rejected, while known contacts are still updated", async () => {
    const own = await newOwner(app);
    const csv = `email\n${Array.from({ length: 260 }, (_, index) => `q${index}@room.example`).join("\n")}\n`;
    const done = await importFile(app, own, csv);
    expect(done).toMatchObject({ created: 250, rejected: 10 });
    expect(done.remarks).toHaveLength(10);
    expect(done.remarks[0]).toMatchObject({ line: 252, reason: "quota" });
    const renamed = await importFile(app, own, "email,firstName\nq0@room.example,A\nnew@room.example,B\n");
    expect(renamed).toMatchObject({ updated: 1, rejected: 1 });
  });
});

describe("a file", () => {
  test.each([
    ["", "csv", "minLength"],
    ["\n\n", "csv", "header"],
    ["firstName\nA\n", "csv.header", "required"],
    ["email,E-Mail\na@b.example,x\n", "csv.header.2", "unique"],
    ["email,=cmd\na@b.example,x\n", "csv.header.2", "name"],
    ["email,status\na@b.example,x\n", "csv.header.2", "reserved"],
    ['email\n"a@b.example\n', "csv", "quote"],
  ])("that is %j is refused as a whole", async (csv, path, rule) => {
    const answer = await sendCsv(app, owner, csv);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.body.details.fields).toContainEqual({ path, rule, message: expect.any(String) });
  });

  test("a file of bytes that are no UTF-8, of too many rows, or too large, is rejected", async () => {
    const send = (payload: Buffer | string) =>
      app.running.router.server.inject({
        method: "POST",
        url: "/crm/contacts/import",
        headers: { "content-type": "text/csv", ...owner.headers },
        payload,
      });
    const latin = await send(Buffer.from("email\nm\xfcller@a.example", "latin1"));
    expect(latin.json()).toMatchObject({
      details: { fields: expect.arrayContaining([{ path: "csv", rule: "utf8", message: "must be UTF-8" }]) },
    });
    const many = await send(`email\n${"a@b.example\n".repeat(100_001)}`);
    expect(many.json()).toMatchObject({ details: { fields: [{ path: "csv", rule: "maxRows" }] } });
    expect((await send("x".repeat(12 * 1024 * 1024))).statusCode).toBe(413);
    const xml = await app.running.router.server.inject({
      method: "POST",
      url: "/crm/contacts/import",
      headers: { "content-type": "text/xml", ...owner.headers },
      payload: "<a/>",
    });
    expect(xml.statusCode).toBe(415);
  });

  test("a file sent again under its key is the same import", async () => {
    const headers = { ...owner.headers, "idempotency-key": "file-1" };
    const first = await sendCsv(app, { ...owner, headers }, "email\nkey@file.example\n");
    const second = await sendCsv(app, { ...owner, headers }, "email\nkey@file.example\n");
    expect(second.body.import.importId).toBe(first.body.import.importId);
    expect(second.headers["idempotent-replayed"]).toBe("true");
    const other = await sendCsv(app, { ...owner, headers }, "email\nother@file.example\n");
    expect(other).toMatchObject({ status: 422, body: { code: "IDEMPOTENCY_KEY_REUSED" } });
  });

  test("a file is deleted once it is imported", async () => {
    await importFile(app, owner, "email\nsecret-person@file.example\n");
    const left = await app.database.query("SELECT 1 FROM hub.crm_import_files");
    expect(left).toEqual([]);
  });

  test("an import is visible to its own account only", async () => {
    const { importId } = await importFile(app, owner, "email\nforeign@file.example\n");
    const stranger = await newOwner(app);
    for (const path of ["", "/remarks", "/report"])
      expect(await app.get(`/crm/contact-imports/${importId}${path}`, stranger.headers)).toMatchObject({
        status: 404,
        body: { code: "IMPORT_NOT_FOUND" },
      });
  });
});

test("two parallel files with the same people create each of them once", async () => {
  const own = await newOwner(app, "starter");
  const rows = Array.from({ length: 1_200 }, (_, index) => `twin${index}@both.example`);
  const files = [rows, rows.toReversed()].map((list) => `email\n${list.join("\n")}\n`);
  const done = await Promise.all(files.map((csv) => importFile(app, own, csv)));
  const sum = (name: string) =>
    done.reduce((total, one) => total + Number((one as Record<string, unknown>)[name]), 0);
  expect([sum("created"), sum("unchanged"), sum("rejected")]).toEqual([1_200, 1_200, 0]);
  expect((await app.get("/crm/quotas", own.headers)).body.quotas.contacts.used).toBe(1_200);
});

const bookScopes = {
  google: ["openid", "email", "https://www.googleapis.com/auth/contacts.readonly"],
  microsoft: ["openid", "email", "Contacts.Read"],
};
type BookService = keyof typeof bookScopes;

/** A connected address book of an account, and imports of it. */
async function newBook(own: CrmOwner, provider: BookService) {
  const login = newId("log").slice(-12);
  const connectionId = await connected(app, own, { provider, login, scopes: bookScopes[provider] });
  return {
    connectionId,
    set: (people: object[]) =>
      sendJson("PUT", `${app.sandboxUrl}/oauth/switches/contacts/${provider}`, { account: login, people }),
    start: () => app.post("/crm/contacts/import-connected", { connectionId, tags: ["book"] }, own.headers),
    run: async () => {
      const begun = await app.post("/crm/contacts/import-connected", { connectionId }, own.headers);
      expect(begun.status, begun.text).toBe(202);
      return finished(app, own, begun.body.import.importId);
    },
  };
}

const apiFault = (fault: object) => sendJson("POST", `${app.sandboxUrl}/oauth/switches/apis`, fault);

test.each(["google", "microsoft"] as const)(
  "an address book at %s is imported page by page, again without change, and by its own IDs",
  async (provider) => {
    const own = await newOwner(app, "professional");
    const book = await newBook(own, provider);
    const people = Array.from({ length: 8 }, (_, index) => ({
      id: `p${index}`,
      email: index === 6 ? null : `p${index}@book.example`,
      phone: index === 6 ? "212-555-0142" : null,
      firstName: `First "${index}"`,
      lastName: "O'Last, Jr",
      company: index % 2 === 0 ? "Acme" : null,
    }));
    await book.set([...people, { id: "nobody", firstName: "Without an address" }]);
    const refusal = { email: { status: "unsubscribed", source: "form" } };
    const kept = { email: "p1@book.example", company: "Kept", consent: refusal };
    const known = await addContact(app, own, kept);
    const consentOf = async (contactId: string) =>
      (await app.get(`/crm/contacts/${contactId}`, own.headers)).body.contact.consent;
    const consent = await consentOf(known.contactId);
    expect(await book.run()).toMatchObject({ status: "completed", totalRows: 8, created: 7, updated: 1 });
    const all = await find("o'last", own);
    expect(all.contacts).toHaveLength(8);
    const called = all.contacts.find((one: { phone: string | null }) => one.phone === "+12125550142");
    expect([called.email, called.firstName]).toEqual([null, 'First "6"']);
    expect(await consentOf(known.contactId)).toEqual(consent);
    expect(await book.run()).toMatchObject({ created: 0, updated: 0, unchanged: 8 });

    // Known by the ID at the service, though the address is a new one; an address of somebody else is refused.
    await book.set([
      { ...people[0], email: "moved@book.example" },
      { ...people[2], email: "p3@book.example" },
    ]);
    const before = (await find("p0@book.example", own)).contacts[0];
    expect(await book.run()).toMatchObject({ created: 0, updated: 1, rejected: 1 });
    const moved = (await find("moved@book.example", own)).contacts;
    expect(moved.map((one: { contactId: string }) => one.contactId)).toEqual([before.contactId]);
    expect((await find("p0@book.example", own)).contacts).toEqual([]);
    const merging = `/crm/contacts/${known.contactId}/merge`;
    expect((await app.post(merging, { sourceId: before.contactId }, own.headers)).status).toBe(200);
    await book.set([{ ...people[0], email: null, phone: "212-555-0143", firstName: "Merged" }]);
    expect(await book.run()).toMatchObject({ created: 0, updated: 1 });
    const target = (await app.get(`/crm/contacts/${known.contactId}`, own.headers)).body.contact;
    expect([target.firstName, target.phone]).toEqual(["Merged", "+12125550143"]);
  },
);

test.each(["google", "microsoft"] as const)(
  "an import from %s renews a refused token, waits for a limit, and says why it fails",
  async (provider) => {
    const own = await newOwner(app, "professional");
    const book = await newBook(own, provider);
    const renewals = await refreshes(app);
    await apiFault({ status: 401 });
    expect(await book.run()).toMatchObject({ status: "completed", created: 2 });
    expect(await refreshes(app)).toBe(renewals + 1);
    await apiFault(provider === "google" ? { status: 429, retryAfterSeconds: 1 } : { status: null });
    expect(await book.run()).toMatchObject({ status: "completed", unchanged: 2 });
    await apiFault({ status: 401, times: 2 });
    const lost = await book.run();
    expect([lost["status"], lost["failure"]]).toEqual([
      "failed",
      expect.stringContaining("Connect it again"),
    ]);

    const other = await newOwner(app, "professional");
    const start = (connectionId: string, headers: CrmOwner["headers"]) =>
      app.post("/crm/contacts/import-connected", { connectionId }, headers);
    const foreign = await start(book.connectionId, other.headers);
    expect([foreign.status, foreign.body.code]).toEqual([404, "CONNECTION_NOT_FOUND"]);
    const bare = await connected(app, other, { provider, scopes: ["openid", "email"] });
    const refused = await start(bare, other.headers);
    const details = { reason: "missing_scope", scopes: [bookScopes[provider][2]] };
    expect([refused.status, refused.body.details]).toEqual([409, expect.objectContaining(details)]);
  },
);

test("a page that leads to another server is refused, so that no token goes there", async () => {
  const server = createServer((_request, response) => {
    const next = "https://graph.microsoft.com.attacker.example/v1.0/me/contacts?$skip=1";
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ value: [], "@odata.nextLink": next }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const contacts = createMicrosoftContacts({ baseUrl: `http://127.0.0.1:${port}` });
  expect(await contacts.fetchPage({ accessToken: "x", next: null })).toEqual({ kind: "refused" });
  await new Promise((resolve) => server.close(resolve));
});
