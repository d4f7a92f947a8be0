import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { withoutRequestId } from "../../support/without-request-id.ts";
import { addContact, newOwner, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app, "starter");
});
afterAll(() => app?.close());

let counter = 0;
const anEmail = () => `merge${++counter}@person.example`;
const add = (facts: object = {}) => addContact(app, owner, { email: anEmail(), ...facts });
const merge = (sourceId: string, targetId: string, { headers } = owner) =>
  app.post(`/crm/contacts/${targetId}/merge`, { sourceId }, headers);
const read = async (path: string) => (await app.get(path, owner.headers)).body;

test("a merge keeps the target's ID and moves deals, tasks, activities, messages and the history of consent", async () => {
  const consent = { sms: { status: "subscribed", source: "form" } };
  const source = await add({ phone: "+12125550161", firstName: "Ann", tags: ["a"], consent });
  const target = await add({ tags: ["b"], consent: { email: { status: "subscribed", source: "fair" } } });
  const of = { contactId: source.contactId };
  const deal = await app.post("/crm/deals", { title: "Sale", amount: 1, ...of }, owner.headers);
  await app.post("/crm/tasks", { title: "Call", ...of }, owner.headers);
  await app.post("/crm/activities", { ...of, kind: "note", text: "Met" }, owner.headers);
  await app.post(
    "/crm/send-sms",
    { to: "+12125550161", body: "Hi", category: "transactional" },
    owner.headers,
  );
  const answer = await merge(source.contactId, target.contactId);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.contact).toMatchObject({
    contactId: target.contactId,
    email: target.email,
    phone: "+12125550161",
    firstName: "Ann",
    tags: ["b", "a"],
    consent: { email: { status: "subscribed" }, sms: { status: "subscribed", source: "form" } },
    version: 2,
  });
  const query = `contactId=${target.contactId}`;
  expect((await read(`/crm/deals/${deal.body.deal.dealId}`)).deal.contactId).toBe(target.contactId);
  expect((await read(`/crm/tasks?${query}`)).total).toBe(1);
  const texts = (await read(`/crm/activities?${query}&kind=note`)).activities.map(
    ({ text }: { text: string }) => text,
  );
  expect(texts).toEqual([`Merged with another contact: Ann, ${source.email}, +12125550161.`, "Met"]);
  const history = (await read(`/crm/contacts/${target.contactId}/consents`)).consents;
  expect(history.map(({ channel }: { channel: string }) => channel).toSorted()).toEqual(["email", "sms"]);
  const messages = await app.database.query(
    "SELECT contact_id, address FROM hub.crm_messages WHERE owner_id = $1",
    [owner.ownerId],
  );
  expect(messages).toEqual([{ contact_id: target.contactId, address: "+12125550161" }]);
  const gone = await app.get(`/crm/contacts/${source.contactId}`, owner.headers);
  expect([gone.status, gone.body.code]).toEqual([404, "CONTACT_NOT_FOUND"]);
});

test("an opt-out of either contact counts for both addresses, in suppressions too", async () => {
  const source = await add({ consent: { email: { status: "unsubscribed", source: "phone" } } });
  const target = await add({ consent: { email: { status: "subscribed", source: "fair" } } });
  const { contact } = (await merge(source.contactId, target.contactId)).body;
  expect(contact.consent.email).toMatchObject({ status: "unsubscribed", source: "phone" });
  const suppressed = async (email: string) =>
    (await read(`/crm/suppressions?search=${email}`)).suppressions.map(
      ({ reason }: { reason: string }) => reason,
    );
  expect(await suppressed(source.email)).toEqual(["unsubscribed"]);
  expect(await suppressed(target.email)).toEqual(["unsubscribed"]);
});

test("a complaint follows the person to the other address, and a bounce does not", async () => {
  const [source, target] = [await add(), await add()];
  for (const reason of ["complaint", "hard_bounce"])
    await app.database.query(
      `INSERT INTO hub.crm_suppressions (id, owner_id, channel, address, reason, source, created_at)
       VALUES ($1, $2, 'email', $3, $4, 'mail server', now())`,
      [`sup_merge_${reason}`, owner.ownerId, source.email, reason],
    );
  const { contact } = (await merge(source.contactId, target.contactId)).body;
  expect(contact.status).toBe("complained");
  const { suppressions } = await read(`/crm/suppressions?search=${target.email}`);
  expect(suppressions).toMatchObject([{ reason: "complaint", source: "merge" }]);
});

test("merging the same two again returns the contact, and frees the address", async () => {
  const [source, target] = [await add(), await add()];
  const first = await merge(source.contactId, target.contactId);
  const again = await merge(source.contactId, target.contactId);
  expect([again.status, again.body.contact]).toEqual([200, first.body.contact]);
  const fresh = await add({ email: source.email });
  expect(fresh.contactId).not.toBe(source.contactId);
  const other = await merge(source.contactId, fresh.contactId);
  expect([other.status, other.body.code]).toEqual([404, "CONTACT_NOT_FOUND"]);
});

test("a contact cannot be merged with itself or with another account's", async () => {
  const { contactId } = await add();
  const self = await merge(contactId, contactId);
  expect(self.body.details.fields).toMatchObject([{ path: "sourceId", rule: "different" }]);
  const other = await newOwner(app);
  const theirs = await addContact(app, other, { email: anEmail() });
  const foreign = await merge(theirs.contactId, contactId);
  const missing = await merge("ct_missing", contactId);
  expect(withoutRequestId(foreign.body)).toEqual(withoutRequestId(missing.body));
  expect(foreign.status).toBe(404);
});

test("merging two contacts into each other at the same time keeps one of them", async () => {
  const [one, two] = [await add(), await add()];
  const answers = await Promise.all([
    merge(one.contactId, two.contactId),
    merge(two.contactId, one.contactId),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);
  const kept = answers.find(({ status }) => status === 200)!.body.contact.contactId;
  expect((await app.get(`/crm/contacts/${kept}`, owner.headers)).status).toBe(200);
});

test("deals that are made with a contact while it is merged belong to the other one, or are refused", async () => {
  const [source, target] = [await add(), await add()];
  const [merged, ...deals] = await Promise.all([
    merge(source.contactId, target.contactId),
    ...Array.from({ length: 4 }, () =>
      app.post("/crm/deals", { title: "Race", amount: 1, contactId: source.contactId }, owner.headers),
    ),
  ]);
  expect(merged.status).toBe(200);
  const made = deals.filter(({ status }) => status === 201).length;
  expect(deals.filter(({ status }) => status === 404)).toHaveLength(4 - made);
  expect((await read(`/crm/deals?contactId=${target.contactId}`)).total).toBe(made);
});

test("erasing the merged contact erases what both had", async () => {
  const [source, target] = [await add({ phone: "+12125550163" }), await add()];
  await app.post("/crm/activities", { contactId: source.contactId, kind: "note", text: "x" }, owner.headers);
  await merge(source.contactId, target.contactId);
  await app.send("DELETE", `/crm/contacts/${target.contactId}`, owner.headers);
  const rows = await app.database.query("SELECT c::text AS row FROM hub.crm_contacts c WHERE owner_id = $1", [
    owner.ownerId,
  ]);
  for (const { row } of rows as { row: string }[]) {
    expect(row).not.toContain(source.email);
    expect(row).not.toContain(target.email);
  }
  const left = await app.database.query("SELECT 1 FROM hub.crm_activities WHERE contact_id = ANY($1)", [
    [source.contactId, target.contactId],
  ]);
  expect(left).toEqual([]);
});
