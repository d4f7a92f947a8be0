import { afterAll, beforeAll, expect, test } from "vitest";
import {
  cancelManagedBooking,
  payManagedBooking,
  readManagedBooking,
} from "../../../subgraphs/gateway/booking/booking-pages/managed-booking.service.ts";
import { createPublicBooking } from "../../../subgraphs/gateway/booking/booking-pages/public-booking.service.ts";
import {
  acceptManagedRegistration,
  cancelManagedRegistration,
  payManagedRegistration,
  readManagedRegistration,
  transferManagedRegistration,
} from "../../../subgraphs/gateway/booking/event-pages/managed-registration.service.ts";
import { createPublicRegistration } from "../../../subgraphs/gateway/booking/event-pages/public-registration.service.ts";
import { createRegistrationLink } from "../../../subgraphs/gateway/booking/ticketed-events/registration-links.service.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { ChargeDesk, FakeProcessor } from "./charge-desk.ts";

let app: GatewayApp;
const processor = new FakeProcessor();
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** In so many days, at ten o'clock. */
const inDays = (days: number) => new Date(Math.floor(Date.now() / dayMs + days) * dayMs + 10 * hourMs);
const tokenOf = (url: string | null) => url!.split("/").at(-1)!;
let visitors = 0;
const visitor = () => ({ name: "Vera", email: `vera${(visitors += 1)}@client.example` });

async function openDesk(): Promise<ChargeDesk & { slug: string }> {
  const desk = await new ChargeDesk(app, processor).connect();
  const settings = { isEnabled: true, title: "Salon", requiresEmailCode: false, showsEvents: true };
  const { slug } = await desk.run("updateBookingPage", settings, "slug");
  return Object.assign(desk, { slug: slug as string });
}

/** A service of 80 with a deposit of half, and a fee of a quarter within three days. */
async function openService(desk: ChargeDesk, service: object = {}): Promise<string> {
  const facts = {
    name: "Haircut",
    durationMin: 60,
    price: 80,
    depositPercent: 50,
    timezone: "UTC",
    ...service,
  };
  const { id: serviceId } = await desk.run("createService", facts);
  const { id: providerId } = await desk.run("createProvider", { name: "Jo", timezone: "UTC" });
  const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
  const hours = { providerId, intervals, effectiveFrom: "2020-01-01" };
  await desk.run("setWeeklyHours", hours, "providerId");
  await desk.run("setServiceProviders", { serviceId, providerIds: [providerId] });
  const tiers = [{ hoursBefore: 72, feePercent: 25 }];
  await desk.run("setCancellationPolicy", { serviceId, tiers, noShowFeePercent: 100 });
  return serviceId as string;
}

/** A booking whose customer has opened the page for the deposit. */
async function startDeposit(desk: ChargeDesk & { slug: string }, serviceId: string, start = inDays(2)) {
  const wanted = { slug: desk.slug, serviceId, start, ...visitor() };
  const made = await createPublicBooking(desk.context(null), wanted);
  expect(made).toMatchObject({ state: "payment_due", deposit: 40, booking: { status: "pending" } });
  const token = tokenOf(made.payUrl);
  await payManagedBooking(desk.context(null), { token });
  const charge = (await desk.charges()).at(-1)!;
  return { token, charge, bookingId: made.booking!.bookingId };
}

/** What the records of an account say about money and time. */
async function recordsOf({ ownerId }: ChargeDesk): Promise<unknown> {
  const [row] = await app.database.query(
    `SELECT (SELECT array_agg(status || ' ' || amount_minor || ' ' || refunded_minor ORDER BY created_at, id)
         FROM gateway.booking_charges WHERE owner_id = $1) AS charges,
       (SELECT array_agg(reason || ' ' || status || ' ' || amount_minor ORDER BY amount_minor)
         FROM gateway.booking_charge_refunds WHERE owner_id = $1) AS refunds,
       (SELECT array_agg(amount_minor || ' ' || refunded_minor ORDER BY created_at, id)
         FROM gateway.booking_deposits WHERE owner_id = $1) AS deposits,
       (SELECT array_agg(status ORDER BY created_at, id) FROM gateway.bookings WHERE owner_id = $1) AS bookings,
       (SELECT array_agg(status ORDER BY created_at, id) FROM gateway.event_registrations WHERE owner_id = $1) AS registrations,
       (SELECT count(*)::int FROM gateway.event_tickets WHERE owner_id = $1 AND status = 'valid') AS tickets`,
    [ownerId],
  );
  return row;
}

test("a deposit is paid when the processor says so, and cancelling keeps the fee and pays back the rest, once", async () => {
  const desk = await openDesk();
  const serviceId = await openService(desk);
  const { token, charge, bookingId } = await startDeposit(desk, serviceId);
  const read = () => readManagedBooking(desk.context(null), { token });
  expect(await read()).toMatchObject({ status: "pending", payment: { status: "due", amount: 40 } });
  processor.pay(`cs_${charge}`);
  expect((await read()).payment!.status).toBe("due");
  await desk.announce(charge, "checkout.session.completed");
  await desk.work();
  expect(await read()).toMatchObject({
    status: "confirmed",
    fee: 20,
    refundOnCancel: 20,
    payment: { status: "paid" },
  });
  const [deposit] = await app.database.query<{ id: string }>(
    "SELECT id FROM gateway.booking_deposits WHERE booking_id = $1",
    [bookingId],
  );
  expect(deposit).toBeDefined();
  const cancel = () => cancelManagedBooking(desk.context(null), { token, acceptedFee: 20 });
  expect(await cancel()).toMatchObject({
    status: "cancelled",
    payment: { status: "refund_pending", refundPending: 20 },
  });
  await expect(cancel()).rejects.toMatchObject({ code: "INVALID_STATE" });
  // The reply of the processor is lost, and the job runs again.
  processor.lost.add("createRefund");
  await desk.work();
  expect(await read()).toMatchObject({
    payment: { status: "partly_refunded", refunded: 20, refundPending: 0 },
  });
  expect(processor.kept(await desk.charges())).toBe(2_000);
  expect(await recordsOf(desk)).toMatchObject({
    charges: ["succeeded 4000 2000"],
    refunds: ["cancelled succeeded 2000"],
    deposits: ["4000 2000"],
  });
  const over = { depositId: deposit!.id, amount: 20.01 };
  await expect(desk.run("refundDeposit", over)).rejects.toThrow("exceeds what is left");
  expect(
    await desk.run("refundDeposit", { depositId: deposit!.id }, "refunded refundPending isOnline"),
  ).toEqual({
    refunded: 20,
    refundPending: 20,
    isOnline: true,
  });
  await desk.work();
  expect(processor.kept(await desk.charges())).toBe(0);
});

test("a booking that is not paid in time frees its time, and late money goes back whole", async () => {
  const desk = await openDesk();
  const serviceId = await openService(desk);
  const start = inDays(3);
  const { token, charge } = await startDeposit(desk, serviceId, start);
  const again = { slug: desk.slug, serviceId, start, ...visitor() };
  await expect(createPublicBooking(desk.context(null), again)).rejects.toMatchObject({ code: "SLOT_TAKEN" });
  const late = new Date(Date.now() + 16 * 60_000);
  // Paid, and the event comes after the time was given up.
  processor.pay(`cs_${charge}`);
  await desk.work(late);
  expect((await createPublicBooking(desk.context(null, late), again)).state).toBe("payment_due");
  await desk.announce(charge, "payment_intent.succeeded");
  await desk.work(late);
  await desk.work(late);
  expect(await readManagedBooking(desk.context(null), { token })).toMatchObject({
    status: "expired",
    payment: { status: "refunded", refunded: 40 },
  });
  expect(await recordsOf(desk)).toMatchObject({
    charges: ["succeeded 4000 4000"],
    refunds: ["late succeeded 4000"],
    bookings: ["expired", "pending"],
  });
  expect(processor.kept(await desk.charges())).toBe(0);
  const mails = (await app.jobsOf("send-booking-refund-mail")).filter(
    ({ ownerId }) => ownerId === desk.ownerId,
  );
  expect(mails).toHaveLength(1);
});

test("a page that was not paid is closed when its time ends, and pays nothing any more", async () => {
  const desk = await openDesk();
  const { charge, token } = await startDeposit(desk, await openService(desk));
  const late = new Date(Date.now() + 16 * 60_000);
  await desk.work(late);
  expect(processor.pay(`cs_${charge}`)).toBe(false);
  expect(await recordsOf(desk)).toMatchObject({ charges: ["expired 4000 0"], bookings: ["expired"] });
  await expect(payManagedBooking(desk.context(null, late), { token })).rejects.toMatchObject({
    code: "INVALID_STATE",
  });
});

test("a lost reply of the processor's page leaves one page for one key, and a second page closes the first", async () => {
  const desk = await openDesk();
  const serviceId = await openService(desk);
  const made = await createPublicBooking(desk.context(null), {
    slug: desk.slug,
    serviceId,
    start: inDays(4),
    ...visitor(),
  });
  const token = tokenOf(made.payUrl);
  const keyed = () => Object.assign(desk.context(null), { idempotencyKey: "pay-once" });
  processor.lost.add("createCheckout");
  await expect(payManagedBooking(keyed(), { token })).rejects.toThrow("lost");
  const { url } = await payManagedBooking(keyed(), { token });
  const [first] = await desk.charges();
  expect(url).toBe(`https://checkout.example/cs_${first}`);
  await payManagedBooking(desk.context(null), { token });
  const [, second] = await desk.charges();
  expect([processor.pay(`cs_${first}`), processor.pay(`cs_${second}`)]).toEqual([false, true]);
  await desk.announce(second!, "checkout.session.completed");
  await desk.work();
  expect(await recordsOf(desk)).toMatchObject({ bookings: ["confirmed"], deposits: ["4000 0"] });
});

test("where the business confirms, a paid booking waits for it, and declining pays everything back", async () => {
  const desk = await openDesk();
  const serviceId = await openService(desk, { requiresApproval: true });
  const { charge, bookingId, token } = await startDeposit(desk, serviceId);
  processor.pay(`cs_${charge}`);
  await desk.announce(charge, "checkout.session.completed");
  await desk.work();
  expect(await readManagedBooking(desk.context(null), { token })).toMatchObject({
    status: "pending",
    payment: { status: "paid" },
  });
  await desk.run("declineBooking", { bookingId });
  await desk.work();
  expect(processor.kept(await desk.charges())).toBe(0);
  expect(await recordsOf(desk)).toMatchObject({
    bookings: ["declined"],
    refunds: ["cancelled succeeded 4000"],
  });
});

/** A published event with paid tickets. */
async function openEvent(desk: ChargeDesk, quantity: number, more: object = {}) {
  const when = { start: inDays(30), end: new Date(inDays(30).getTime() + hourMs), timezone: "UTC" };
  const { id: eventId } = await desk.run("createEvent", {
    title: "Concert",
    ...when,
    refundHoursBefore: 24,
    ...more,
  });
  const { id: ticketTypeId } = await desk.run("createTicketType", {
    eventId,
    name: "Standard",
    price: 25,
    quantity,
  });
  await desk.run("publishEvent", { eventId });
  return { eventId: eventId as string, ticketTypeId: ticketTypeId as string };
}

async function startTickets(
  desk: ChargeDesk & { slug: string },
  event: { eventId: string; ticketTypeId: string },
  quantity = 2,
) {
  const input = { slug: desk.slug, ...event, quantity, ...visitor() };
  const { manageUrl, state } = await createPublicRegistration(desk.context(null), input);
  expect(state).toBe("payment_due");
  const token = tokenOf(manageUrl);
  await payManagedRegistration(desk.context(null), { token });
  return { token, charge: (await desk.charges()).at(-1)! };
}

const life = [
  "checkout.session.completed",
  "payment_intent.succeeded",
  "refund.created",
  "charge.dispute.closed",
] as const;

test("all 24 orders of the events of a deposit and of tickets, each twice, record the same money once", async () => {
  const desk = await openDesk();
  const serviceId = await openService(desk);
  const event = await openEvent(desk, 1_000);
  for (const [index, order] of permutations(life).entries()) {
    const isDeposit = index % 2 === 0;
    const start = new Date(inDays(5).getTime() + index * hourMs);
    const { charge } = isDeposit
      ? await startDeposit(desk, serviceId, start)
      : await startTickets(desk, event);
    processor.pay(`cs_${charge}`);
    const payment = processor.payments.get(`pi_${charge}`)!;
    // A refund by the processor's dashboard, and a dispute that was lost.
    payment.refunds.push({
      refundId: `re_${charge}`,
      amount: 1_000,
      status: "succeeded",
      failureReason: null,
      reference: null,
    });
    const dispute = {
      disputeId: `du_${charge}`,
      amount: 500,
      fee: 1_500,
      reason: "fraudulent",
      status: "lost",
    } as const;
    payment.disputes.push({ ...dispute, evidenceDueAt: null });
    for (const type of order) {
      await Promise.all([desk.announce(charge, type), desk.announce(charge, type)]);
      await desk.work();
    }
    const [row] = await app.database.query(
      `SELECT c.status, c.amount_minor::int AS amount, c.refunded_minor::int AS refunded, c.fee_minor::int AS fee,
         (SELECT array_agg(amount_minor::int ORDER BY amount_minor) FROM gateway.booking_charge_refunds WHERE charge_id = c.id) AS refunds,
         (SELECT array_agg(d.amount_minor || ' ' || d.refunded_minor) FROM gateway.booking_deposits d WHERE d.charge_id = c.id) AS deposit,
         (SELECT count(*)::int FROM gateway.event_tickets t WHERE t.registration_id = c.registration_id) AS tickets,
         (SELECT array_agg(type ORDER BY type) FROM gateway.outbox_events WHERE object_id = c.id) AS events
       FROM gateway.booking_charges c WHERE c.id = $1`,
      [charge],
    );
    expect([order, row]).toEqual([
      order,
      {
        status: "succeeded",
        amount: isDeposit ? 4_000 : 5_000,
        refunded: 1_500,
        fee: 59,
        refunds: [500, 1_000],
        deposit: isDeposit ? ["4000 1500"] : null,
        tickets: isDeposit ? 0 : 2,
        events: ["booking_payment.received", "booking_payment.refunded", "booking_payment.refunded"],
      },
    ]);
  }
});

test("an event sells out with 200 buyers who pay at once: exactly the seats, and no money without a seat", async () => {
  const desk = await openDesk();
  const event = await openEvent(desk, 60, { capacity: 50 });
  const buyers = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const input = { slug: desk.slug, ...event, ...visitor() };
      try {
        return tokenOf((await createPublicRegistration(desk.context(null), input)).manageUrl);
      } catch (error) {
        return (error as { code: string }).code;
      }
    }),
  );
  const tokens = buyers.filter((one) => one !== "SOLD_OUT");
  expect([tokens.length, buyers.length - tokens.length]).toEqual([50, 150]);
  // Every third lets the time pass, and pays nevertheless.
  const [inTime, tooLate] = [tokens.filter((_, at) => at % 3 > 0), tokens.filter((_, at) => at % 3 === 0)];
  await Promise.all(inTime.map((token) => payManagedRegistration(desk.context(null), { token })));
  const early = await desk.charges();
  for (const charge of early) processor.pay(`cs_${charge}`);
  await Promise.all(early.map((charge) => desk.announce(charge, "checkout.session.completed")));
  await desk.work();
  await Promise.all(tooLate.map((token) => payManagedRegistration(desk.context(null), { token })));
  const all = await desk.charges();
  for (const charge of all) processor.pay(`cs_${charge}`);
  const late = new Date(Date.now() + 16 * 60_000);
  await desk.work(late);
  await Promise.all(all.map((charge) => desk.announce(charge, "payment_intent.succeeded")));
  await desk.work(late);
  const [sold] = await app.database.query(
    `SELECT e.registered, y.sold, (SELECT count(*)::int FROM gateway.event_tickets WHERE event_id = e.id) AS tickets,
       (SELECT count(*)::int FROM gateway.event_registrations WHERE event_id = e.id AND status = 'confirmed') AS confirmed
     FROM gateway.ticketed_events e JOIN gateway.event_ticket_types y ON y.event_id = e.id WHERE e.id = $1`,
    [event.eventId],
  );
  const seats = inTime.length;
  expect(sold).toEqual({ registered: seats, sold: seats, tickets: seats, confirmed: seats });
  expect(processor.kept(all)).toBe(seats * 2_500);
});

test("a cancelled event pays every ticket back once, also when replies are lost and jobs run again", async () => {
  const desk = await openDesk();
  const event = await openEvent(desk, 20);
  const paid = [];
  for (let index = 0; index < 5; index += 1) paid.push(await startTickets(desk, event));
  for (const { charge } of paid.slice(0, 4)) {
    processor.pay(`cs_${charge}`);
    await desk.announce(charge, "checkout.session.completed");
  }
  await desk.work();
  // The fifth has paid too, and the processor's word is still on its way.
  processor.pay(`cs_${paid[4]!.charge}`);
  await desk.run("cancelEvent", { eventId: event.eventId, reason: "Storm", refundAll: false });
  processor.lost.add("createRefund");
  await desk.work();
  await desk.announce(paid[4]!.charge, "checkout.session.completed");
  await desk.work();
  await app.database.query(
    `INSERT INTO jobs.job (name, data) SELECT 'refund-booking-charge', jsonb_build_object('ownerId', owner_id, 'refundId', id)
     FROM gateway.booking_charge_refunds WHERE owner_id = $1`,
    [desk.ownerId],
  );
  await desk.work();
  expect(processor.kept(await desk.charges())).toBe(0);
  const whole = "succeeded 5000 5000";
  expect(await recordsOf(desk)).toMatchObject({
    charges: [whole, whole, whole, whole, whole],
    registrations: ["cancelled", "cancelled", "cancelled", "cancelled", "expired"],
    tickets: 0,
  });
});

test("freed seats are kept for those who wait, in their order, and go on when nobody takes them", async () => {
  const desk = await openDesk();
  const event = await openEvent(desk, 2);
  const first = await startTickets(desk, event);
  const wait = (quantity: number) => {
    const guest = visitor();
    const input = { slug: desk.slug, ...event, quantity, waitlist: true, ...guest };
    return createPublicRegistration(desk.context(null), input).then(({ state }) => ({ state, ...guest }));
  };
  const waiting = [await wait(2), await wait(2)];
  expect(waiting.map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  const seats = async () => {
    const sql = `SELECT r.email, r.status FROM gateway.event_registrations r WHERE r.event_id = $1 AND r.status <> 'expired'`;
    return app.database.query(sql, [event.eventId]);
  };
  // The first does not pay, and the first who waits does not come.
  await desk.work(new Date(Date.now() + 16 * 60_000));
  expect(await seats()).toEqual([{ email: waiting[0]!.email, status: "reserved" }]);
  const offers = (await app.jobsOf("send-ticket-mail")).filter(
    ({ kind, ownerId }) => kind === "offer" && ownerId === desk.ownerId,
  );
  expect(offers).toHaveLength(1);
  const stranger = { slug: desk.slug, ...event, ...visitor() };
  await expect(createPublicRegistration(desk.context(null), stranger)).rejects.toMatchObject({
    code: "SOLD_OUT",
  });
  await desk.work(new Date(Date.now() + 13 * hourMs));
  expect(await seats()).toEqual([{ email: waiting[1]!.email, status: "reserved" }]);
  await expect(
    acceptManagedRegistration(desk.context(null), { token: await linkOf(desk, waiting[1]!.email) }),
  ).rejects.toMatchObject({ details: { rule: "payment_due" } });
  expect(processor.pay(`cs_${first.charge}`)).toBe(false);
});

/** A new link of a guest, as a mail has one. */
async function linkOf(desk: ChargeDesk, email: string): Promise<string> {
  const sql =
    "SELECT id FROM gateway.event_registrations WHERE owner_id = $1 AND email = $2 ORDER BY created_at DESC";
  const [row] = await app.database.query<{ id: string }>(sql, [desk.ownerId, email]);
  const ctx = desk.context(desk.ownerId);
  const own = { id: row!.id, ownerId: desk.ownerId };
  return tokenOf(await inTransaction(ctx, (em) => createRegistrationLink(em, ctx, own)));
}

test("tickets are passed on with new codes, are scanned late without a network, and cannot be cancelled once used", async () => {
  const desk = await openDesk();
  const event = await openEvent(desk, 10);
  const { token, charge } = await startTickets(desk, event);
  processor.pay(`cs_${charge}`);
  await desk.announce(charge, "checkout.session.completed");
  await desk.work();
  const codesOf = async (link: string) =>
    (await readManagedRegistration(desk.context(null), { token: link })).tickets.map(
      ({ ticketCode }) => ticketCode!,
    );
  const old = await codesOf(token);
  const other = { name: "Otto", email: "otto@client.example" };
  const passed = await transferManagedRegistration(desk.context(null), { token, ...other });
  expect(passed).toMatchObject({ status: "confirmed", tickets: [], canCancel: false });
  await expect(readManagedRegistration(desk.context(null), { token })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const link = await linkOf(desk, other.email);
  const [code, second] = await codesOf(link);
  expect(old).not.toContain(code);

  const scan = (ticketCode: string, minute: number) => ({
    ticketCode,
    at: `2026-01-05T10:0${minute}:00.000Z`,
  });
  const scans = [scan(old[0]!, 1), scan(code!.toUpperCase(), 2), scan(code!, 3), scan("none", 4)];
  const outcomes = async () =>
    (await desk.run("checkInScans", { scans }, "results { outcome checkedInAt }")).results.map(
      ({ outcome }: { outcome: string }) => outcome,
    );
  const expected = ["void", "checked_in", "already_checked_in", "unknown"];
  expect([await outcomes(), await outcomes()]).toEqual([expected, expected]);
  await expect(cancelManagedRegistration(desk.context(null), { token: link })).rejects.toMatchObject({
    details: { rule: "already_checked_in" },
  });
  expect(await readManagedRegistration(desk.context(null), { token: link })).toMatchObject({
    tickets: [{ status: "checked_in" }, { ticketCode: second, status: "valid" }],
    canTransfer: false,
    payment: { status: "paid" },
  });
});

test("a guest cancels in time with a full refund, once, and a form that is sent twice takes tickets once", async () => {
  const desk = await openDesk();
  const event = await openEvent(desk, 10);
  const input = { slug: desk.slug, ...event, quantity: 2, requestId: "form-1", ...visitor() };
  const made = await Promise.all([1, 2].map(() => createPublicRegistration(desk.context(null), input)));
  expect(made.map(({ state }) => state)).toEqual(["payment_due", "payment_due"]);
  const token = tokenOf(made[0]!.manageUrl);
  await payManagedRegistration(desk.context(null), { token });
  const [charge] = await desk.charges();
  processor.pay(`cs_${charge}`);
  await desk.announce(charge!, "checkout.session.completed");
  await desk.work();
  const late = new Date(inDays(30).getTime() - 23 * hourMs);
  await expect(cancelManagedRegistration(desk.context(null, late), { token })).rejects.toMatchObject({
    details: { rule: "no_cancellation" },
  });
  const cancelled = await cancelManagedRegistration(desk.context(null), { token });
  expect(cancelled).toMatchObject({
    status: "cancelled",
    payment: { status: "refund_pending", refundPending: 50 },
  });
  await desk.work();
  expect(await recordsOf(desk)).toMatchObject({
    charges: ["succeeded 5000 5000"],
    registrations: ["cancelled"],
    tickets: 0,
  });
  expect(processor.kept(await desk.charges())).toBe(0);
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
