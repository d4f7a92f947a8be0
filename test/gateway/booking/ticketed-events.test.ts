import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { mailsTo } from "../invoicing/app/mails.ts";
import { createScheduler } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const fair = {
  title: "Fair",
  start: "2026-05-01T17:00:00.000Z",
  end: "2026-05-01T20:00:00.000Z",
  timezone: "America/New_York",
};

test("agent tools suffice from an empty account to a guest admitted once", async () => {
  const scheduler = await createScheduler(app);
  const { act, ask } = scheduler;
  const { id: eventId } = await act("create_event", { ...fair, capacity: 6 });
  const early = await ask("publish_event", { eventId });
  expect([early.status, early.body.details.rule]).toEqual([422, "needs_ticket_type"]);
  const { id: ticketTypeId } = await act("create_ticket_type", {
    eventId,
    name: "Standard",
    price: 25,
    quantity: 50,
  });
  const guest = { eventId, ticketTypeId, name: "Ana Alva", email: "ana.fair@client.example", quantity: 2 };
  expect((await ask("register_attendee", guest)).body).toMatchObject({
    code: "INVALID_STATE",
    details: { current: "draft" },
  });
  await act("publish_event", { eventId });
  const registration = await act("register_attendee", guest);
  expect(registration).toMatchObject({ status: "confirmed", amountDue: 50 });
  const [{ ticketCode }] = registration.tickets;
  const at = "2026-01-05T05:30:00.000Z";
  expect(await act("check_in_attendee", { ticketCode, at })).toMatchObject({
    status: "checked_in",
    checkedInAt: at,
  });
  expect((await ask("check_in_attendee", { ticketCode })).body).toMatchObject({
    code: "ALREADY_CHECKED_IN",
    details: { checkedInAt: at },
  });
  const stranger = await createScheduler(app);
  expect((await stranger.ask("check_in_attendee", { ticketCode })).status).toBe(404);

  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ask("register_attendee", { ...guest, email: `g${index}@client.example`, quantity: 1 }),
    ),
  );
  expect(tries.filter(({ status }) => status < 300)).toHaveLength(4);
  expect(tries.filter(({ body }) => body.code === "SOLD_OUT")).toHaveLength(46);
  const { events } = await act("list_events", { status: "sold_out" });
  expect(events).toMatchObject([{ id: eventId, registered: 6, left: 0, status: "sold_out" }]);

  await act("cancel_event", { eventId, reason: "Storm" });
  const [, other] = registration.tickets;
  expect((await ask("check_in_attendee", { ticketCode: other.ticketCode })).body.code).toBe("INVALID_STATE");
  expect((await ask("register_attendee", guest)).body.code).toBe("INVALID_STATE");
  const told = await until(
    "the news of the event",
    async () =>
      (await mailsTo(app, guest.email)).find(({ subject }) => subject.startsWith("Event cancelled")),
    20_000,
  );
  expect(told.text).toContain("Storm");
});

test("an event sells out with 200 buyers at once, at two doors: exactly the seats", async () => {
  const { act, headers } = await createScheduler(app);
  const { id: eventId } = await act("create_event", { ...fair, capacity: 100 });
  const typeOf = async (name: string, quantity: number) =>
    (await act("create_ticket_type", { eventId, name, price: 0, quantity })).id as string;
  const types = [await typeOf("Seated", 70), await typeOf("Standing", 60)];
  await act("publish_event", { eventId });
  const mutation =
    "mutation ($input: RegisterAttendeeInput!) { registerAttendee(input: $input) { tickets { id } } }";
  const buyers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const input = {
        eventId,
        ticketTypeId: types[index % 2]!,
        name: `Buyer ${index}`,
        email: `buyer${index}@client.example`,
      };
      const own = { ...headers, "idempotency-key": `buyer-${eventId}-${index}` };
      if (index % 4 < 2) {
        const { ticketTypeId, name, email } = input;
        const body = { ticketTypeId, name, email };
        const { status, body: answer } = await app.post(`/events/${eventId}/registrations`, body, own);
        return status < 300 ? "sold" : (answer.code as string);
      }
      const { body } = await app.graphql(mutation, { input }, own);
      return body.errors ? (body.errors[0].extensions.code as string) : "sold";
    }),
  );
  const count = (outcome: string) => buyers.filter((one) => one === outcome).length;
  expect([count("sold"), count("SOLD_OUT")]).toEqual([100, 100]);
  const sold = await app.database.query<{ name: string; sold: number; tickets: number }>(
    `SELECT y.name, y.sold, (SELECT count(*)::int FROM gateway.event_tickets t
       JOIN gateway.event_registrations r ON r.id = t.registration_id WHERE r.ticket_type_id = y.id) AS tickets
     FROM gateway.event_ticket_types y WHERE y.event_id = $1`,
    [eventId],
  );
  expect(sold.map((one) => one.tickets)).toEqual(sold.map((one) => one.sold));
  expect(sold.reduce((sum, one) => sum + one.sold, 0)).toBe(100);
  expect(Math.max(...sold.map((one) => one.sold))).toBeLessThanOrEqual(70);
});

test("a ticket is sold in its time, as many as there are of it; an event that is over is completed", async () => {
  const scheduler = await createScheduler(app);
  const { act, ask } = scheduler;
  const { id: eventId } = await act("create_event", fair);
  const kind = { eventId, name: "Early", price: 0, quantity: 3, salesTo: "2026-02-01T00:00:00.000Z" };
  const { id: ticketTypeId } = await act("create_ticket_type", kind);
  expect((await ask("create_ticket_type", kind)).body.code).toBe("DUPLICATE");
  await act("publish_event", { eventId });
  const guest = { eventId, ticketTypeId, name: "Bo", email: "bo@client.example" };
  expect((await ask("register_attendee", { ...guest, quantity: 4 })).body).toMatchObject({
    code: "SOLD_OUT",
    details: { left: 3 },
  });
  await act("register_attendee", guest);
  const late = await scheduler.at("2026-02-02T00:00:00.000Z").ask("register_attendee", guest);
  expect(late.body.details.rule).toBe("not_on_sale");
  const after = scheduler.at("2026-05-02T00:00:00.000Z");
  expect((await after.act("list_events", { status: "completed" })).total).toBe(1);
  expect((await after.ask("cancel_event", { eventId, reason: "Late" })).body.code).toBe("INVALID_STATE");
});

test("cancelling an event with a refund promise notifies guests, sums refunds due and moves no money", async () => {
  const scheduler = await createScheduler(app);
  const { act } = scheduler;
  const { id: eventId } = await act("create_event", fair);
  const ticket = async (name: string, price: number) =>
    (await act("create_ticket_type", { eventId, name, price, quantity: 10 })).id as string;
  const [paid, free] = [await ticket("Standard", 12.5), await ticket("Press", 0)];
  await act("publish_event", { eventId });
  const guest = (name: string) => ({ eventId, name, email: `${name}.refund@client.example` });
  await act("register_attendee", { ...guest("ana"), ticketTypeId: paid, quantity: 3 });
  await act("register_attendee", { ...guest("bo"), ticketTypeId: paid });
  await act("register_attendee", { ...guest("cy"), ticketTypeId: free });
  const cancelled = await act("cancel_event", { eventId, reason: "Storm", refundAll: true });
  expect(cancelled).toMatchObject({ status: "cancelled", refundsDue: 50 });
  const toldTo = (name: string) =>
    until(
      `the news for ${name}`,
      async () =>
        (await mailsTo(app, guest(name).email)).find(({ subject }) => subject.startsWith("Event cancelled")),
      20_000,
    );
  expect((await toldTo("ana")).text).toContain("the organizer will refund $37.50");
  expect((await toldTo("cy")).text).not.toContain("will refund");
  const other = await act("create_event", fair);
  expect(await act("cancel_event", { eventId: other.id, reason: "Rain" })).toMatchObject({
    refundsDue: null,
  });
});

test("an event and its tickets change within what is sold, and guests get mail about a new time only", async () => {
  const { act, ask } = await createScheduler(app);
  const { id: eventId } = await act("create_event", { ...fair, capacity: 6 });
  const kind = { eventId, name: "Standard", price: 25, quantity: 5 };
  const { id: ticketTypeId } = await act("create_ticket_type", kind);
  await act("create_ticket_type", { ...kind, name: "Late", quantity: 9 });
  await act("publish_event", { eventId });
  const guest = { eventId, ticketTypeId, name: "Gus Lind", email: "gus.moved@client.example", quantity: 3 };
  const registration = await act("register_attendee", guest);

  const small = await ask("update_event", { eventId, capacity: 2 });
  expect(small.body.details).toMatchObject({ rule: "capacity_below_registered", registered: 3 });
  const few = await ask("update_ticket_type", { ticketTypeId, quantity: 2 });
  expect(few.body.details).toMatchObject({ rule: "quantity_below_sold", sold: 3 });
  const twin = await ask("update_ticket_type", { ticketTypeId, name: "Late" });
  expect([twin.status, twin.body.code]).toEqual([409, "DUPLICATE"]);
  const changed = await act("update_ticket_type", { ticketTypeId, quantity: 4, price: 30 });
  expect(changed).toMatchObject({ quantity: 4, price: 30, sold: 3 });
  const { ticketTypes } = await act("list_ticket_types", { eventId });
  expect(ticketTypes.map(({ left }: { left: number }) => left)).toEqual([1, 3]);

  const renamed = await act("update_event", { eventId, title: "Big fair" });
  expect(renamed).toMatchObject({ title: "Big fair", registered: 3, left: 3 });
  const stale = await ask("update_event", { eventId, title: "x", version: renamed.version - 1 });
  expect([stale.status, stale.body.code]).toEqual([409, "VERSION_CONFLICT"]);
  await act("update_event", { eventId, start: "2026-05-01T18:00:00.000Z" });
  const mail = await until("the news of the change", async () =>
    (await mailsTo(app, guest.email)).find(({ subject }) => subject.startsWith("Event changed")),
  );
  expect(mail.text).toContain("2:00");
  const changes = (await mailsTo(app, guest.email)).filter(({ subject }) =>
    subject.startsWith("Event changed"),
  );
  expect(changes).toHaveLength(1);
  expect(await act("get_event", { eventId })).toMatchObject({ start: "2026-05-01T18:00:00.000Z" });
  expect(registration.amountDue).toBe(75);
});

test("a cancelled registration frees its seats, once, and the door list and summary follow", async () => {
  const scheduler = await createScheduler(app);
  const { act, ask } = scheduler;
  const { id: eventId } = await act("create_event", fair);
  const kind = { eventId, name: "Standard", price: 25, quantity: 3 };
  const { id: ticketTypeId } = await act("create_ticket_type", kind);
  await act("publish_event", { eventId });
  const guest = (name: string, quantity: number) => ({
    eventId,
    ticketTypeId,
    name,
    email: `${name}.door@client.example`,
    quantity,
  });
  const leaving = await act("register_attendee", guest("dana", 2));
  const coming = await act("register_attendee", guest("emil", 1));
  expect((await ask("register_attendee", guest("flora", 1))).body.code).toBe("SOLD_OUT");
  const cancel = { registrationId: leaving.id, refund: true };
  const both = await Promise.all([ask("cancel_registration", cancel), ask("cancel_registration", cancel)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const done = both.find(({ status }) => status === 200)!;
  expect(done.body).toMatchObject({ status: "cancelled", refundDue: 50 });
  const mail = await until("the news of the cancellation", async () =>
    (await mailsTo(app, "dana.door@client.example")).find(({ subject }) =>
      subject.startsWith("Registration"),
    ),
  );
  expect(mail.text).toContain("refund $50.00");
  await act("register_attendee", guest("flora", 2));
  await act("check_in_attendee", { ticketCode: coming.tickets[0].ticketCode });
  const arrived = await ask("cancel_registration", { registrationId: coming.id });
  expect(arrived.body.details).toMatchObject({ rule: "already_checked_in" });

  const list = async (status?: string) =>
    (await act("list_attendees", { eventId, ...(status ? { status } : {}) })).attendees.map(
      ({ email }: { email: string }) => email.split(".")[0],
    );
  expect((await list()).toSorted()).toEqual(["dana", "emil", "flora"]);
  expect([await list("cancelled"), await list("checked_in"), await list("confirmed")]).toEqual([
    ["dana"],
    ["emil"],
    ["flora"],
  ]);
  const sums = { sold: 3, revenue: 75, checkedIn: 1 };
  expect(await act("get_event_summary", { eventId })).toMatchObject({ ...sums, noShows: 0 });
  const after = scheduler.at("2026-05-02T00:00:00.000Z");
  expect(await after.act("get_event_summary", { eventId })).toMatchObject({ ...sums, noShows: 2 });
});

test("guests get the name and address of the location, and a mail when it changes", async () => {
  const { act } = await createScheduler(app);
  const place = { name: "Riverside", address: "4 Quay Street, Springfield", timezone: fair.timezone };
  const { id: locationId } = await act("create_location", place);
  const { id: eventId } = await act("create_event", { ...fair, title: "Concert", locationId });
  const kind = { eventId, name: "Standard", price: 0, quantity: 5 };
  const { id: ticketTypeId } = await act("create_ticket_type", kind);
  await act("publish_event", { eventId });
  const email = "place.guest@client.example";
  await act("register_attendee", { eventId, ticketTypeId, name: "Gus", email });
  const line = "Place: Riverside, 4 Quay Street, Springfield";
  const textOf = async (subject: string) =>
    (await mailsTo(app, email)).find((one) => one.subject.startsWith(subject))?.text;
  expect(await until("the tickets", () => textOf("Your tickets"))).toContain(line);
  await act("update_event", { eventId, locationId: null });
  expect(await until("the news of the move", () => textOf("Event changed"))).not.toContain("Place:");
});
