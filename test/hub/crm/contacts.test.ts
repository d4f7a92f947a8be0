import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { addContact, newOwner, setPlan, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app, "starter");
});
afterAll(() => app?.close());

const change = (contactId: string, body: object, { headers } = owner) =>
  app.send("PATCH", `/crm/contacts/${contactId}`, headers, body);
const list = async (query: string, { headers } = owner) =>
  (await app.get(`/crm/contacts?${query}`, headers)).body;
let counter = 0;
const anEmail = () => `person${++counter}@mail.example`;

describe("a contact", () => {
  test("a contact is stored in a canonical form and shown as documented", async () => {
    const answer = await app.post(
      "/crm/contacts",
      {
        email: "  Ann.LEE@Bücher.example ",
        phone: "(212) 555-0123",
        firstName: " Ann ",
        lastName: "Lee",
        company: "Bücher GmbH",
        tags: ["VIP", "vip ", "Berlin"],
        customFields: { score: 7, isMember: true, note: "=1+1" },
        consent: { email: { status: "subscribed", source: "web form" } },
      },
      owner.headers,
    );
    expect(answer.status, answer.text).toBe(201);
    const { contact, success } = answer.body;
    expect(success).toBe(true);
    expect(contact).toEqual({
      contactId: expect.stringMatching(/^ct_[0-9a-z]{26}$/),
      email: "ann.lee@xn--bcher-kva.example",
      phone: "+12125550123",
      firstName: "Ann",
      lastName: "Lee",
      company: "Bücher GmbH",
      companyId: null,
      tags: ["vip", "berlin"],
      customFields: { score: 7, isMember: true, note: "=1+1" },
      consent: {
        email: { status: "subscribed", source: "web form", at: contact.createdAt },
        sms: { status: "none", source: null, at: null },
        call: { status: "none", source: null, at: null },
      },
      status: "active",
      version: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    });
    const read = await app.get(`/crm/contacts/${contact.contactId}`, owner.headers);
    expect(read.body.contact).toEqual({ ...contact, latestActivities: [] });
  });

  test("a contact's e-mail is unique per account, ignoring case, also under concurrency", async () => {
    const email = anEmail();
    const bodies = Array.from({ length: 8 }, (_, index) => ({
      email: index % 2 ? email.toUpperCase() : email,
    }));
    const answers = await Promise.all(bodies.map((body) => app.post("/crm/contacts", body, owner.headers)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer !== made[0])) {
      expect(status).toBe(409);
      expect(body).toMatchObject({
        success: false,
        code: "CONTACT_EXISTS",
        details: { contactId: made[0]!.body.contact.contactId },
      });
    }
    const other = await newOwner(app);
    await addContact(app, other, { email });
    const moved = await change((await addContact(app, owner, { email: anEmail() })).contactId, { email });
    expect(moved).toMatchObject({ status: 409, body: { code: "CONTACT_EXISTS" } });
  });

  test.each([
    [{}, "email", "required"],
    [{ email: "nobody" }, "email", "email"],
    [{ email: "a@b" }, "email", "email"],
    [{ email: "a b@c.example" }, "email", "email"],
    [{ email: "a@b.example\r\nBcc: x@y.example" }, "email", "email"],
    [{ phone: "12" }, "phone", "phone"],
    [{ phone: "=HYPERLINK(1)" }, "phone", "phone"],
    [{ email: "a@b.example", firstName: "A\nB" }, "firstName", "controls"],
    [{ email: "a@b.example", tags: ["a,b"] }, "tags.0", "tag"],
    [{ email: "a@b.example", tags: [" "] }, "tags.0", "tag"],
    [{ email: "a@b.example", customFields: { email: "x" } }, "customFields.email", "reserved"],
    [{ email: "a@b.example", customFields: { hub_x: "x" } }, "customFields.hub_x", "reserved"],
    [{ email: "a@b.example", customFields: { constructor: "x" } }, "customFields.constructor", "reserved"],
    [{ email: "a@b.example", customFields: { "=cmd": "x" } }, "customFields.=cmd", "name"],
    [{ email: "a@b.example", customFields: { list: [1] } }, "customFields.list", "type"],
    [{ email: "a@b.example", customFields: { text: "x".repeat(501) } }, "customFields.text", "maxLength"],
    [{ email: "a@b.example", consent: { sms: { status: "subscribed" } } }, "consent.sms", "address"],
  ])("that is %j is refused by field and rule", async (body, path, rule) => {
    const answer = await app.post("/crm/contacts", body, owner.headers);
    expect(answer.status).toBe(400);
    expect(answer.body.details.fields).toContainEqual({ path, rule, message: expect.any(String) });
  });

  test("a contact has at most 50 custom fields of 16 KiB in all, also over several updates", async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, 1]));
    const large = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`f${index}`, "x".repeat(500)]),
    );
    for (const [customFields, rule] of [
      [many, "maxItems"],
      [large, "maxBytes"],
    ] as const) {
      const answer = await app.post("/crm/contacts", { email: anEmail(), customFields }, owner.headers);
      expect(answer.body.details.fields).toEqual([
        { path: "customFields", rule, message: expect.any(String) },
      ]);
    }
    const { f50: _, ...fifty } = many;
    const { contactId } = await addContact(app, owner, { email: anEmail(), customFields: fifty });
    const more = await change(contactId, { customFields: { extra: 1 } });
    expect(more.body.details.fields).toMatchObject([{ rule: "maxItems" }]);
    const swapped = await change(contactId, { customFields: { extra: 1, f0: null } });
    expect(Object.keys(swapped.body.contact.customFields)).toHaveLength(50);
  });

  test("an update changes the given fields, for the expected version only", async () => {
    const made = await addContact(app, owner, {
      email: anEmail(),
      firstName: "A",
      customFields: { a: 1, b: 2 },
    });
    const { contactId } = made;
    const body = { version: 1, firstName: null, company: "X", customFields: { a: null, c: 3 }, tags: ["t"] };
    const changed = await change(contactId, body);
    expect(changed.body.contact).toMatchObject({
      email: made.email,
      firstName: null,
      company: "X",
      customFields: { b: 2, c: 3 },
      tags: ["t"],
      version: 2,
    });
    expect(await change(contactId, body)).toMatchObject({
      status: 409,
      body: { code: "VERSION_CONFLICT", details: { version: 2 } },
    });
    const bare = await change(contactId, { email: null });
    expect(bare.body.details.fields).toMatchObject([{ path: "email", rule: "required" }]);
  });

  test("a deleted contact leaves nothing of the person but the id and its opt-outs", async () => {
    const email = anEmail();
    const { contactId } = await addContact(app, owner, {
      email,
      firstName: "Zebulon",
      customFields: { note: "zebulon-note" },
      consent: { email: { status: "unsubscribed" } },
    });
    const first = await app.send("DELETE", `/crm/contacts/${contactId}`, owner.headers);
    expect(first).toMatchObject({ status: 200, body: { success: true, contactId } });
    const again = await app.send("DELETE", `/crm/contacts/${contactId}`, owner.headers);
    expect(again.body).toEqual(first.body);
    expect(await app.get(`/crm/contacts/${contactId}`, owner.headers)).toMatchObject({
      status: 404,
      body: { code: "CONTACT_NOT_FOUND" },
    });
    const rows = await app.database.query<{ row: string }>(
      `SELECT c::text AS row FROM hub.crm_contacts c WHERE id = $1
       UNION ALL SELECT c::text FROM hub.crm_consents c WHERE contact_id = $1`,
      [contactId],
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/zebulon|person/i);
    const suppressed = await app.get(`/crm/suppressions?search=${email}`, owner.headers);
    expect(suppressed.body.suppressions).toMatchObject([{ address: email, reason: "unsubscribed" }]);
  });
});

describe("the list", () => {
  test("contacts are paged, searched and filtered, newest first", async () => {
    const own = await newOwner(app, "starter");
    for (let index = 0; index < 7; index++)
      await addContact(app, own, {
        email: `p${index}@list.example`,
        firstName: index % 2 ? "Odd" : "Even",
        lastName: "100%_sure",
        tags: index < 3 ? ["early"] : [],
      });
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = await list(`limit=3${cursor}`, own);
      expect(page.total).toBe(7);
      seen.push(...page.contacts.map(({ email }: { email: string }) => email));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `p${index}@list.example`));
    expect((await list("tag=EARLY", own)).total).toBe(3);
    expect((await list("search=odd%20LIST.example", own)).total).toBe(3);
    expect((await list(`search=${encodeURIComponent("100%_s")}`, own)).total).toBe(7);
    expect((await list(`search=${encodeURIComponent("1__%")}`, own)).total).toBe(0);
    const { contactId } = (await list("limit=1", own)).contacts[0];
    await change(contactId, { archived: true }, own);
    expect((await list("", own)).total).toBe(6);
    expect((await list("status=archived", own)).contacts).toMatchObject([{ contactId, status: "archived" }]);
  });

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["status=lost", "status"],
    ["tag=a,b", "tag"],
    ["colour=red", "colour"],
  ])("refuses %s", async (query, path) => {
    const answer = await app.get(`/crm/contacts?${query}`, owner.headers);
    expect(answer).toMatchObject({ status: 400, body: { details: { fields: [{ path }] } } });
  });

  test("the list rejects a cursor of another filter, another account and another list", async () => {
    const own = await newOwner(app, "starter");
    for (const email of [anEmail(), anEmail()]) await addContact(app, own, { email });
    const { nextCursor } = await list("limit=1", own);
    const uses: [path: string, CrmOwner][] = [
      [`/crm/contacts?limit=1&search=a&cursor=${nextCursor}`, own],
      [`/crm/contacts?limit=1&cursor=${nextCursor}x`, own],
      [`/crm/contacts?limit=1&cursor=${nextCursor}`, owner],
      [`/crm/suppressions?limit=1&cursor=${nextCursor}`, own],
    ];
    expect((await list(`limit=1&cursor=${nextCursor}`, own)).contacts).toHaveLength(1);
    for (const [path, { headers }] of uses) {
      const { status, body } = await app.get(path, headers);
      expect([path, status, body.code]).toEqual([path, 400, "INVALID_CURSOR"]);
    }
  });
});

describe("consent", () => {
  test("consent has a history per channel", async () => {
    const { contactId } = await addContact(app, owner, { email: anEmail(), phone: "+491701234567" });
    await change(contactId, { consent: { sms: { status: "pending", source: "form" } } });
    await change(contactId, { consent: { sms: { status: "subscribed", source: "reply" } } });
    const { body } = await app.get(`/crm/contacts/${contactId}/consents`, owner.headers);
    expect(body.consents).toMatchObject([
      { channel: "sms", status: "subscribed", source: "reply", address: "+491701234567" },
      { channel: "sms", status: "pending", source: "form" },
    ]);
  });

  test("a revoked consent suppresses the address, and a new consent by the owner lifts only that", async () => {
    const email = anEmail();
    const { contactId } = await addContact(app, owner, { email });
    await change(contactId, { consent: { email: { status: "unsubscribed", source: "phone call" } } });
    const suppressed = async () =>
      (await app.get(`/crm/suppressions?search=${email}`, owner.headers)).body.suppressions;
    expect(await suppressed()).toMatchObject([
      { address: email, reason: "unsubscribed", source: "phone call" },
    ]);
    await app.post("/crm/suppressions", { channel: "email", address: email }, owner.headers);
    const back = await change(contactId, { consent: { email: { status: "subscribed" } } });
    expect(back.body.contact.consent.email).toMatchObject({ status: "subscribed", source: "api" });
    expect(await suppressed()).toMatchObject([{ reason: "manual" }]);
  });

  test("an opt-out cannot be lifted by creating the contact again", async () => {
    const email = anEmail();
    await app.post(
      "/crm/suppressions",
      { channel: "email", address: email.toUpperCase(), reason: "unsubscribed" },
      owner.headers,
    );
    const contact = await addContact(app, owner, { email, consent: { email: { status: "subscribed" } } });
    expect(contact.consent.email).toMatchObject({ status: "unsubscribed", source: "suppression" });
    const { body } = await app.get(`/crm/suppressions?search=${email}`, owner.headers);
    expect(body.total).toBe(1);
  });

  test("consent does not move to another address", async () => {
    const { contactId } = await addContact(app, owner, {
      email: anEmail(),
      consent: { email: { status: "subscribed" } },
    });
    const moved = await change(contactId, { email: anEmail() });
    expect(moved.body.contact.consent.email.status).toBe("none");
  });
});

describe("room for contacts", () => {
  test("the maximum of contacts is the plan's, also under concurrency, and archiving frees places", async () => {
    const own = await newOwner(app);
    await app.database.query(
      `INSERT INTO hub.crm_contacts (id, owner_id, email, created_at, updated_at)
       SELECT 'ct_' || $1 || n, $1, 'n' || n || '@x.example', now(), now() FROM generate_series(1, 245) n`,
      [own.ownerId],
    );
    const post = () => app.post("/crm/contacts", { email: anEmail() }, own.headers);
    const answers = await Promise.all(Array.from({ length: 20 }, post));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused)
      expect([status, body]).toEqual([
        429,
        expect.objectContaining({
          code: "RATE_LIMIT_EXCEEDED",
          limit: 250,
          remaining: 0,
          resetAt: null,
          details: expect.objectContaining({ reason: "quota", kind: "contacts" }),
        }),
      ]);
    const quotas = async () => (await app.get("/crm/quotas", own.headers)).body.quotas.contacts;
    expect(await quotas()).toEqual({ limit: 250, used: 250, reserved: 0, remaining: 0, resetsAt: null });
    const { contactId } = (await list("limit=1", own)).contacts[0];
    await change(contactId, { archived: true }, own);
    expect((await quotas()).used).toBe(249);
    expect((await post()).status).toBe(201);
    expect(await change(contactId, { archived: false }, own)).toMatchObject({ status: 429 });
    const last = (await list("limit=1", own)).contacts[0].contactId;
    await app.send("DELETE", `/crm/contacts/${last}`, own.headers);
    expect((await change(contactId, { archived: false }, own)).body.contact.status).toBe("active");
    await setPlan(app, own.ownerId, "starter");
    expect((await quotas()).remaining).toBe(2_250);
  });
});

test("tags are added to many contacts and removed from many", async () => {
  const ids = [];
  for (const tags of [[], ["a"], ["a", "b"]])
    ids.push((await addContact(app, owner, { email: anEmail(), tags })).contactId);
  const tagged = await app.post(
    "/crm/contacts/tags",
    { contactIds: ids, add: ["A"], remove: ["b"] },
    owner.headers,
  );
  expect(tagged.body).toEqual({ success: true, changed: 2 });
  for (const id of ids)
    expect((await app.get(`/crm/contacts/${id}`, owner.headers)).body.contact.tags).toEqual(["a"]);
  const foreign = await addContact(app, await newOwner(app), { email: anEmail() });
  const mixed = { contactIds: [ids[0], foreign.contactId], add: ["x"] };
  expect(await app.post("/crm/contacts/tags", mixed, owner.headers)).toMatchObject({
    status: 404,
    body: { code: "CONTACT_NOT_FOUND" },
  });
});

describe("suppressions", () => {
  const post = (body: object) => app.post("/crm/suppressions", body, owner.headers);
  const remove = (id: string, reason: string) =>
    app.send("DELETE", `/crm/suppressions/${id}?reason=${encodeURIComponent(reason)}`, owner.headers);

  test("suppressions are added once, and removed for a reason that is recorded", async () => {
    const first = await post({ channel: "sms", address: "(212) 555-0177" });
    expect(first).toMatchObject({
      status: 201,
      body: { suppression: { address: "+12125550177", reason: "manual" } },
    });
    const { suppressionId } = first.body.suppression;
    expect((await post({ channel: "sms", address: "+1 212 555 0177" })).body.suppression.suppressionId).toBe(
      suppressionId,
    );
    expect(await remove(suppressionId, " ")).toMatchObject({ status: 400 });
    expect(await remove(suppressionId, "wrong number")).toMatchObject({
      status: 200,
      body: { suppressionId },
    });
    expect(await remove(suppressionId, "wrong number")).toMatchObject({ status: 404 });
    const [kept] = await app.database.query(
      "SELECT removed_by, removed_reason FROM hub.crm_suppressions WHERE id = $1",
      [suppressionId],
    );
    expect(kept).toEqual({ removed_by: owner.ownerId, removed_reason: "wrong number" });
    const audited = await app.database.query(
      "SELECT 1 FROM hub.audit_log WHERE action = 'removeSuppression' AND target_id = $1 AND outcome = 'ok'",
      [suppressionId],
    );
    expect(audited).toHaveLength(1);
  });

  test("a complaint cannot be removed, nor created by an owner", async () => {
    expect(await post({ channel: "email", address: anEmail(), reason: "complaint" })).toMatchObject({
      status: 400,
    });
    const id = newId("sup");
    await app.database.query(
      `INSERT INTO hub.crm_suppressions (id, owner_id, channel, address, reason, source, created_at)
       VALUES ($1, $2, 'email', $3, 'complaint', 'feedback', now())`,
      [id, owner.ownerId, anEmail()],
    );
    expect(await remove(id, "they did not mean it")).toMatchObject({
      status: 409,
      body: { code: "INVALID_STATE", details: { reason: "complaint" } },
    });
    expect((await app.get("/crm/suppressions?reason=complaint", owner.headers)).body.total).toBe(1);
  });
});

test("quotas have the documented fields", async () => {
  const at = { ...owner.headers, "x-test-clock": new Date(Date.now() + 1_000).toISOString() };
  const { body } = await app.get("/crm/quotas", at);
  const monthly = (limit: number) => ({
    limit,
    used: 0,
    reserved: 0,
    remaining: limit,
    resetsAt: body.period.end,
  });
  expect(body).toEqual({
    success: true,
    tier: "starter",
    period: {
      start: expect.stringMatching(/-01T00:00:00\.000Z$/),
      end: expect.stringMatching(/-01T00:00:00\.000Z$/),
    },
    quotas: {
      email: monthly(2_000),
      sms: monthly(100),
      callMinutes: monthly(60),
      contacts: expect.objectContaining({ limit: 2_500, resetsAt: null }),
    },
  });
});

test("a search finds words in any data, best matches first, page by page", async () => {
  const seeker = await newOwner(app, "starter");
  const add = async (facts: object) => (await addContact(app, seeker, facts)).contactId as string;
  const inField = await add({ email: "a1@mail.example", customFields: { hobby: "Rowan trees" } });
  const inName = await add({ email: "a2@mail.example", firstName: "Bo", lastName: "Rowanson" });
  const inTag = await add({ email: "a3@mail.example", tags: ["rowan"] });
  const exact = await add({ email: "a4@mail.example", firstName: "Rowan" });
  await add({ email: "a5@mail.example", firstName: "Other", customFields: { rowan: "key only" } });
  const archived = await add({ email: "a6@mail.example", lastName: "Rowan" });
  await app.send("DELETE", `/crm/contacts/${archived}`, seeker.headers);
  const search = async (query: string) =>
    (await app.get(`/crm/contact-search?${query}`, seeker.headers)).body;
  const first = await search("query=%20ROWAN&limit=3");
  const idsOf = (page: { contacts: { contactId: string }[] }) =>
    page.contacts.map(({ contactId }) => contactId);
  expect(idsOf(first)).toEqual([exact, inName, inTag]);
  expect(first.total).toBe(4);
  const rest = await search(`query=%20ROWAN&limit=3&cursor=${encodeURIComponent(first.nextCursor)}`);
  expect([idsOf(rest), rest.nextCursor]).toEqual([[inField], null]);
  expect(idsOf(await search("query=rowan%20trees"))).toEqual([inField]);
  for (const none of ["100%25", "%22", "%5B", "hobby"]) expect((await search(`query=${none}`)).total).toBe(0);
  const other = (await app.get("/crm/contact-search?query=rowan", owner.headers)).body;
  expect(other.total).toBe(0);
});
