import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../src/time/clock.ts";
import { sendWaitlistMailJob } from "../../../subgraphs/gateway/booking/waitlist/send-waitlist-mail.job.ts";
import {
  lapseOffer,
  lapseWaitlistOffersJob,
  offerFreedSlotJob,
} from "../../../subgraphs/gateway/booking/waitlist/waitlist-offers.job.ts";
import { silentLog } from "../../support/silent-log.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { openDesk, openDeskService, Word, type BookingDesk } from "./booking-desk.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

const windows = [{ from: "2026-01-06T09:00:00.000Z", to: "2026-01-06T17:00:00.000Z" }];
const start = "2026-01-06T10:00:00.000Z";
const noon = { serviceId: "", date: "2026-01-06", time: "10:00" };
const emails = ["ana@client.example", "bo@client.example", "cleo@client.example"];

/** A service with one provider, and customers who wait for it in this order. */
async function openQueue(customers = 3) {
  const desk = openDesk(app);
  const { serviceId, providerIds } = await openDeskService(desk);
  const entryIds: string[] = [];
  for (const [index, clientEmail] of emails.slice(0, customers).entries()) {
    const then = desk.at(`2026-01-05T05:0${index}:00.000Z`);
    entryIds.push((await then.act("joinWaitlist", { serviceId, clientEmail, windows })).id);
  }
  return { desk, serviceId, providerId: providerIds[0]!, entryIds };
}

async function statesOf(desk: BookingDesk, serviceId: string): Promise<string[]> {
  const { entries } = await desk.read("bookingWaitlist", { serviceId }, "entries { status }");
  return entries.map(({ status }: { status: string }) => status);
}

const offer = (desk: BookingDesk, entryId: string, ttlMinutes = 30) =>
  desk.ask("offerWaitlistSlot", { entryId, start, ttlMinutes }, "holdId providerId start expiresAt");

function jobContext(desk: BookingDesk, moment: string) {
  return { ...app.contextFor(desk.ownerId), clock: fixedClock(new Date(moment)) };
}

/** What the job of each minute does at a moment. */
function runLapseJob(moment: string): Promise<void> {
  const clock = fixedClock(new Date(moment));
  const contextIn = (_subgraph: string, ownerId: string | null = null) => ({
    ...app.contextFor(ownerId),
    clock,
  });
  const { signal } = new AbortController();
  return lapseWaitlistOffersJob.handler({}, { context: { contextIn }, signal, log: silentLog } as never);
}

async function eventsOf(desk: BookingDesk): Promise<string[]> {
  const rows = await app.database.query<{ type: string }>(
    "SELECT type FROM gateway.outbox_events WHERE owner_id = $1 AND type LIKE 'waitlist.%' ORDER BY sequence",
    [desk.ownerId],
  );
  return rows.map(({ type }) => type.replace("waitlist.", ""));
}

test("a customer waits once for a service, in windows that are ahead, and not when blocked", async () => {
  const { desk, serviceId, entryIds } = await openQueue(1);
  const wanted = { serviceId, clientEmail: "ANA@client.example", windows };
  const again = await desk.ask("joinWaitlist", wanted);
  expect([again.code, again.error!.extensions!["details"]]).toEqual(["DUPLICATE", { entryId: entryIds[0] }]);
  const past = [...windows, { from: "2026-01-01T09:00:00.000Z", to: "2026-01-01T17:00:00.000Z" }];
  const refused = await desk.ask("joinWaitlist", { ...wanted, clientEmail: emails[1], windows: past });
  expect(refused.error!.extensions!["details"]).toMatchObject({ fields: [{ path: "windows.1.to" }] });
  const { id: customerId } = await desk.act("createBookingCustomer", { name: "Bo", email: emails[1] });
  await desk.act("setBookingCustomerBlock", { customerId, blocked: true });
  const blocked = await desk.ask("joinWaitlist", { ...wanted, clientEmail: emails[1] });
  expect(blocked.error!.extensions!["details"]).toMatchObject({ rule: "customer_blocked" });
  const other = await openDeskService(openDesk(app));
  const foreign = await desk.ask("joinWaitlist", {
    ...wanted,
    serviceId: other.serviceId,
    clientEmail: emails[2],
  });
  expect(foreign.code).toBe("NOT_FOUND");
  const { providerIds } = await openDeskService(desk);
  const elsewhere = { ...wanted, clientEmail: emails[2], providerId: providerIds[0] };
  expect((await desk.ask("joinWaitlist", elsewhere)).code).toBe("NOT_FOUND");
});

test("an offer holds the slot for its customer alone, who accepts it by booking", async () => {
  const { desk, serviceId, providerId, entryIds } = await openQueue(2);
  const outside = { entryId: entryIds[0], start: "2026-01-07T10:00:00.000Z", ttlMinutes: 30 };
  const unwanted = await desk.ask("offerWaitlistSlot", outside, "holdId");
  expect(unwanted.error!.extensions!["details"]).toEqual({ rule: "outside_windows" });
  const { data } = await offer(desk, entryIds[0]!);
  const { holdId, ...made } = data.offerWaitlistSlot;
  expect(made).toEqual({ providerId, start, expiresAt: "2026-01-05T06:30:00.000Z" });
  expect(await statesOf(desk, serviceId)).toEqual(["offered", "waiting"]);
  expect((await offer(desk, entryIds[0]!)).code).toBe("INVALID_STATE");
  expect((await offer(desk, entryIds[1]!)).code).toBe("SLOT_TAKEN");
  const booking = { ...noon, serviceId, holdId };
  const stranger = await desk.ask("createBooking", { ...booking, clientEmail: emails[1] });
  expect(stranger.error!.extensions!["details"]).toMatchObject({ fields: [{ path: "clientEmail" }] });
  const { id: bookingId } = await desk.act("createBooking", {
    ...booking,
    clientEmail: "Ana@client.example",
  });
  const accepted = await desk.read(
    "bookingWaitlist",
    { serviceId, status: new Word("accepted") },
    "entries { bookingId version offer { holdId } } total",
  );
  expect(accepted).toEqual({ entries: [{ bookingId, version: 3, offer: { holdId } }], total: 1 });
  expect((await desk.ask("leaveWaitlist", { entryId: entryIds[0] }, "left")).code).toBe("INVALID_STATE");
  expect(await eventsOf(desk)).toEqual(["joined", "joined", "offered", "accepted"]);
  const mail = await app.jobsOf("send-waitlist-mail");
  expect(mail.filter((one) => one["entryId"] === entryIds[0])).toMatchObject([{ holdId }]);
});

test("the waitlist is listed in the order of joining, page by page", async () => {
  const { desk, serviceId, entryIds } = await openQueue();
  const shown = "entries { id } total nextCursor";
  const first = await desk.read("bookingWaitlist", { serviceId, limit: 2 }, shown);
  const rest = await desk.read("bookingWaitlist", { serviceId, limit: 2, after: first.nextCursor }, shown);
  const idsOf = ({ entries }: { entries: { id: string }[] }) => entries.map(({ id }) => id);
  expect([idsOf(first), idsOf(rest), rest.nextCursor]).toEqual([
    entryIds.slice(0, 2),
    entryIds.slice(2),
    null,
  ]);
});

test("an expired offer cannot be accepted, and the slot goes to the next in line, once", async () => {
  const { desk, serviceId, entryIds } = await openQueue();
  const { holdId } = (await offer(desk, entryIds[0]!)).data.offerWaitlistSlot;
  const before = jobContext(desk, "2026-01-05T06:29:59.000Z");
  await lapseOffer(before, entryIds[0]!);
  expect(await statesOf(desk, serviceId)).toEqual(["offered", "waiting", "waiting"]);
  const later = desk.at("2026-01-05T06:30:00.000Z");
  expect(await statesOf(later, serviceId)).toEqual(["lapsed", "waiting", "waiting"]);
  const late = await later.ask("createBooking", { ...noon, serviceId, holdId, clientEmail: emails[0] });
  expect(late.code).toBe("HOLD_NOT_FOUND");
  const run = () => runLapseJob("2026-01-05T06:30:30.000Z");
  await Promise.all([run(), run(), run()]);
  expect(await statesOf(later, serviceId)).toEqual(["lapsed", "offered", "waiting"]);
  const held = await app.database.query(
    "SELECT 1 FROM gateway.bookings WHERE service_id = $1 AND status = 'held'",
    [serviceId],
  );
  expect(held).toHaveLength(1);
  expect(await eventsOf(desk)).toEqual(["joined", "joined", "joined", "offered", "lapsed", "offered"]);
  expect((await offer(desk.at("2026-01-05T07:10:00.000Z"), entryIds[0]!)).code).toBeUndefined();
});

test("the slot of a cancelled booking is offered to the first who waits for such a time", async () => {
  const { desk, serviceId, entryIds } = await openQueue(2);
  const guest = { ...noon, serviceId, clientEmail: "guest@client.example" };
  const { id: bookingId } = await desk.act("createBooking", guest);
  const late = await desk.at("2026-01-05T04:00:00.000Z").act("joinWaitlist", {
    serviceId,
    clientEmail: emails[2],
    windows: [{ from: "2026-01-06T10:30:00.000Z", to: "2026-01-09T17:00:00.000Z" }],
  });
  await desk.act("cancelBooking", { bookingId });
  const [job] = (await app.jobsOf("offer-freed-slot")).filter((one) => one["serviceId"] === serviceId);
  const context = { contextIn: () => jobContext(desk, "2026-01-05T06:01:00.000Z") };
  const run = () => offerFreedSlotJob.handler(job as never, { context } as never);
  await run();
  await run();
  const { entries } = await desk.read(
    "bookingWaitlist",
    { serviceId },
    "entries { id status offer { expiresAt } }",
  );
  expect(entries).toEqual([
    { id: late.id, status: "waiting", offer: null },
    { id: entryIds[0], status: "offered", offer: { expiresAt: "2026-01-05T07:01:00.000Z" } },
    { id: entryIds[1], status: "waiting", offer: null },
  ]);
});

test("of offers of one slot at once one holds it", async () => {
  const { desk, serviceId, entryIds } = await openQueue();
  const answers = await Promise.all(entryIds.map((entryId) => offer(desk, entryId)));
  expect(answers.filter(({ error }) => !error)).toHaveLength(1);
  expect((await statesOf(desk, serviceId)).toSorted()).toEqual(["offered", "waiting", "waiting"]);
});

test("a released hold has its customer wait again, and who leaves passes the offer on", async () => {
  const { desk, serviceId, providerId, entryIds } = await openQueue(2);
  const { holdId } = (await offer(desk, entryIds[0]!)).data.offerWaitlistSlot;
  await desk.act("releaseSlot", { holdId }, "released");
  expect(await statesOf(desk, serviceId)).toEqual(["waiting", "waiting"]);
  await offer(desk, entryIds[0]!);
  const leave = () => desk.act("leaveWaitlist", { entryId: entryIds[0] }, "left");
  expect([await leave(), await leave()]).toEqual([{ left: true }, { left: true }]);
  expect(await statesOf(desk, serviceId)).toEqual(["left", "waiting"]);
  const [job] = (await app.jobsOf("offer-freed-slot")).filter((one) => one["serviceId"] === serviceId);
  expect(job).toMatchObject({ providerId, start: Date.parse(start), ttlMinutes: 30 });
  const foreign = await openDesk(app).ask("leaveWaitlist", { entryId: entryIds[0] }, "left");
  const missing = await desk.ask("leaveWaitlist", { entryId: "wle_missing" }, "left");
  expect([foreign.code, foreign.error!.message]).toEqual([missing.code, missing.error!.message]);
});

test("a customer is emailed an offer that is still open", async () => {
  const { desk, entryIds } = await openQueue(1);
  await offer(desk, entryIds[0]!);
  const jobs = await app.jobsOf("send-waitlist-mail");
  const job = jobs.find((one) => one["entryId"] === entryIds[0]);
  const sent: { to: string; subject: string; messageId: string }[] = [];
  const send = (message: (typeof sent)[number]) => Promise.resolve(sent.push(message));
  const run = (moment: string) => {
    const context = { ...jobContext(desk, moment), ports: { mail: { send } } };
    return sendWaitlistMailJob.handler(job as never, { context: { contextIn: () => context } } as never);
  };
  await run("2026-01-05T06:30:00.000Z");
  expect(sent).toEqual([]);
  await run("2026-01-05T06:29:00.000Z");
  const messageId = `<${String(job!["holdId"])}.offer@hub-platform>`;
  const subject = "Available: Massage, Tuesday, January 6, 2026 at 10:00 AM (Europe/London)";
  expect(sent).toMatchObject([{ to: emails[0], subject, messageId }]);
});
