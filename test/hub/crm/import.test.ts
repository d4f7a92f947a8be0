import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";
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
