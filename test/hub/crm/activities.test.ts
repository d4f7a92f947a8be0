import { afterAll, beforeAll, expect, test } from "vitest";
import { activityOf, isActivityEvent } from "../../../subgraphs/hub/crm/activities/event-activity.ts";
import { recordActivities } from "../../../subgraphs/hub/crm/activities/record-activities.service.ts";
import { eventFamilies, exampleOf } from "../../../src/events/event-catalogue.ts";
import { newId } from "../../../src/ids.ts";
import type { HubContext } from "../../../subgraphs/hub/hub.context.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { addContact, newOwner, type CrmOwner } from "./crm-world.ts";

let app: TestApp;
let owner: CrmOwner;
beforeAll(async () => {
  app = await openSharedApp();
  owner = await newOwner(app, "starter");
});
afterAll(() => app?.close());

interface Activity {
  kind: string;
  text: string;
  at: string;
  automatic: boolean;
  objectId: string | null;
  dealId: string | null;
}

const log = (body: object, { headers } = owner) => app.post("/crm/activities", body, headers);
const timeline = async (query: string, { headers } = owner): Promise<Activity[]> =>
  (await app.get(`/crm/activities?${query}`, headers)).body.activities;
let counter = 0;
const newContact = (facts: object = {}, person = owner) =>
  addContact(app, person, { email: `timeline${++counter}@person.example`, ...facts });

test("a logged activity is in the timeline of its contact, in the order of its time", async () => {
  const { contactId } = await newContact();
  for (const [text, at] of [
    ["second", "2026-10-02T10:00:00.000Z"],
    ["third", "2026-10-03T10:00:00.000Z"],
    ["first", "2026-10-01T10:00:00.000Z"],
  ])
    expect((await log({ contactId, kind: "meeting", text, at })).status).toBe(201);
  const texts = async (query: string) => (await timeline(query)).map(({ text }) => text);
  expect(await texts(`contactId=${contactId}`)).toEqual(["third", "second", "first"]);
  expect(
    await texts(`contactId=${contactId}&from=2026-10-02T10:00:00.000Z&to=2026-10-03T10:00:00.000Z`),
  ).toEqual(["second"]);
  const first = await app.get(`/crm/activities?contactId=${contactId}&limit=2`, owner.headers);
  expect(await texts(`contactId=${contactId}&limit=2&cursor=${first.body.nextCursor}`)).toEqual(["first"]);
});

test("a contact shows its ten latest activities, and lists of contacts show none", async () => {
  const { contactId } = await newContact();
  for (let day = 1; day <= 11; day++) {
    const at = `2026-10-${String(day).padStart(2, "0")}T10:00:00.000Z`;
    await log({ contactId, kind: "note", text: `day ${day}`, at });
  }
  const { contact } = (await app.get(`/crm/contacts/${contactId}`, owner.headers)).body;
  expect(contact.latestActivities).toEqual((await timeline(`contactId=${contactId}`)).slice(0, 10));
  expect(contact.latestActivities[0].text).toBe("day 11");
  const { contacts } = (await app.get("/crm/contacts?limit=1", owner.headers)).body;
  expect(contacts[0]).not.toHaveProperty("latestActivities");
});

test("an activity in the future, and one of another account's contact, are refused", async () => {
  const { contactId } = await newContact();
  const early = await log({ contactId, kind: "call", text: "x", at: "2099-01-01T00:00:00.000Z" });
  expect([early.status, early.body.details.fields[0].path]).toEqual([400, "at"]);
  const foreign = await log({ contactId, kind: "call", text: "x" }, await newOwner(app));
  expect([foreign.status, foreign.body.code]).toEqual([404, "CONTACT_NOT_FOUND"]);
});

test("changes of a deal, its completed tasks and its bookings arrive in the timeline by event", async () => {
  const { contactId, email } = await newContact();
  const made = await app.post("/crm/deals", { title: "Ovens", amount: 10, contactId }, owner.headers);
  const { dealId } = made.body.deal;
  await app.post(`/crm/deals/${dealId}/stage`, { stage: "proposal" }, owner.headers);
  const task = await app.post("/crm/tasks", { title: "Call back", contactId, dealId }, owner.headers);
  await app.post(`/crm/tasks/${task.body.task.taskId}/complete`, {}, owner.headers);
  const found = await until("the deal is in the timeline", async () => {
    const rows = await timeline(`contactId=${contactId}`);
    return rows.length >= 3 && rows;
  });
  expect(found.map(({ kind, text, automatic }) => `${kind} ${text} ${automatic}`).toSorted()).toEqual([
    'deal Deal "Ovens" moved to the stage proposal. true',
    'deal Deal "Ovens" was created. true',
    'task Task "Call back" was completed. true',
  ]);
  expect((await timeline(`dealId=${dealId}`)).length).toBe(3);
  await record([
    {
      type: "booking.confirmed",
      payload: { object: { clientEmail: email, serviceName: "Haircut", localStart: "2026-12-01T09:00" } },
    },
  ]);
  const [latest] = await timeline(`contactId=${contactId}&kind=booking`);
  expect(latest!.text).toBe("Booking of Haircut on 2026-12-01 at 09:00 was confirmed.");
});

const hub = () => app.running.platform.contextIn("hub") as HubContext;

interface Happened {
  type: string;
  payload: unknown;
  id?: string;
}

/** Hands events of the owner over, as the relay does. */
async function record(events: readonly Happened[], { ownerId } = owner): Promise<void> {
  await recordActivities(
    hub(),
    events.map((event) => ({
      id: newId("evt"),
      objectId: "obj_1",
      ownerId,
      createdAt: new Date(),
      ...event,
    })),
  );
}

test("an event that is handed over again, also at the same time, is one activity", async () => {
  const { contactId, email } = await newContact();
  const invoice = {
    invoiceNumber: "INV-7",
    customerEmail: email.toUpperCase(),
    total: 130.8,
    currency: "USD",
  };
  const event = { type: "invoice.paid", id: newId("evt"), payload: { object: invoice, previous: null } };
  await Promise.all(Array.from({ length: 5 }, () => record([event, event])));
  const rows = await timeline(`contactId=${contactId}`);
  expect(rows.map(({ text }) => text)).toEqual(["Invoice INV-7 of 130.8 USD was paid in full."]);
});

test("a call is found by its number, and the contact of another account is not", async () => {
  const phone = "+12125550171";
  const { contactId } = await newContact({ phone });
  const other = await newOwner(app);
  const theirs = await newContact({ phone }, other);
  await record([{ type: "call.completed", payload: { to: phone, durationSec: 70, contactId: "cct_1" } }]);
  const rows = await timeline(`contactId=${contactId}`);
  expect(rows.map(({ kind, text }) => [kind, text])).toEqual([["call", "Call of 70 seconds was completed."]]);
  expect(await timeline(`contactId=${theirs.contactId}`, other)).toEqual([]);
  // An account cannot put entries on another's timeline by naming its contact.
  await record([{ type: "crm.deal.won", payload: { title: "X", contactId } }], other);
  expect(await timeline(`contactId=${contactId}`)).toHaveLength(1);
});

test("an erased contact has no activities, and gets none", async () => {
  const { contactId, email } = await newContact();
  await log({ contactId, kind: "note", text: "Personal" });
  await app.send("DELETE", `/crm/contacts/${contactId}`, owner.headers);
  await record([{ type: "invoice.sent", payload: { object: { customerEmail: email } } }]);
  const rows = await app.database.query("SELECT 1 FROM hub.crm_activities WHERE contact_id = $1", [
    contactId,
  ]);
  expect(rows).toEqual([]);
});

test("every event of the timeline but the internal one is in the catalogue, and its example is read", () => {
  const types = eventFamilies.flatMap((family) =>
    Object.keys(family.events).map((event) => ({
      type: `${family.name}.${event}`,
      object: exampleOf(family, event),
    })),
  );
  const used = types.filter(({ type }) => isActivityEvent(type));
  expect(used.length).toBeGreaterThan(25);
  for (const { type, object } of used) {
    const activity = activityOf(type, { object, previous: null });
    expect([type, activity?.text]).toEqual([type, expect.not.stringMatching(/undefined|null|""/)]);
    const { contactId, email, phone } = activity!;
    expect([type, contactId ?? email ?? phone]).toEqual([type, expect.any(String)]);
  }
  expect(activityOf("credits.granted", {})).toBeNull();
});
