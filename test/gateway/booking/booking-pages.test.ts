import { afterAll, beforeAll, expect, test } from "vitest";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import { sendNotification } from "../../../subgraphs/gateway/booking/reminders/send-notification.service.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { mailTo } from "../invoicing/app/mails.ts";
import { createScheduler, openService, type Scheduler } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const monday = "2026-01-05T06:00:00.000Z";
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "x-test-clock": monday };
const json = { "x-test-clock": monday };
const tuesday = "2026-01-06T10:00:00.000Z";

/** An account with an open page, and a service of an hour. */
async function openPage(settings: Record<string, unknown> = {}, service: Record<string, unknown> = {}) {
  const account = await createScheduler(app);
  const { serviceId, providerIds } = await openService(account, service, { providers: 2 });
  const page = await account.act("update_booking_page", { isEnabled: true, title: "Salon", ...settings });
  return { account, serviceId, providerIds, slug: page.slug as string, path: `/book/${page.slug}` };
}

const submit = (path: string, fields: Record<string, string>, headers: Record<string, string> = browser) =>
  fetch(`${app.url}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
    redirect: "manual",
  });

/** Text of the mail about a booking that is due. */
async function noticeOf(account: Scheduler, bookingId: string): Promise<string> {
  const { notifications } = await account.act("list_sent_notifications", { bookingId });
  const { id } = notifications.find((one: { status: string }) => one.status === "queued");
  const texts: string[] = [];
  const ctx = app.running.platform.contextIn("gateway", account.ownerId) as AllAppsContext;
  const send = (message: { text: string }) => {
    texts.push(message.text);
    return Promise.resolve("accepted" as const);
  };
  const clock = fixedClock(new Date(monday));
  await sendNotification({ ...ctx, clock, ports: { ...ctx.ports, mail: { send } } }, id);
  return texts.join();
}

test("a visitor walks from the page to a booking with a mailed code, and cancels by the link of the mail", async () => {
  const { account, serviceId, path } = await openPage({ locale: "de-DE", introduction: "<b>Hallo</b>" });
  await account.act("set_cancellation_policy", { serviceId, tiers: [{ hoursBefore: 48, feePercent: 50 }] });
  const first = await app.get(path, browser);
  expect([first.status, first.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(first.text).toContain('<html lang="de-DE">');
  expect(first.text).toContain("&lt;b&gt;Hallo&lt;/b&gt;");
  expect(first.text).toContain("Leistung wählen");
  expect(first.headers["content-security-policy"]).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  );
  const query = `serviceId=${serviceId}&timezone=Europe%2FBerlin&date=2026-01-06`;
  const times = (await app.get(`${path}?${query}`, browser)).text;
  expect(times).toContain(`<button name="start" value="${tuesday}">11:00</button>`);
  expect(Buffer.byteLength(times)).toBeLessThan(60_000);
  expect(times).not.toContain("<script");
  const form = (await app.get(`${path}?${query}&start=${tuesday}`, browser)).text;
  expect(form).toContain('<input id="email" name="email" type="email"');
  const gone = (await app.get(`${path}?${query}&start=2026-01-06T03:00:00.000Z`, browser)).text;
  expect(gone).toContain('<p role="alert">Diese Zeit ist nicht mehr frei.');

  const visitor = {
    serviceId,
    timezone: "Europe/Berlin",
    start: tuesday,
    name: "Vera Vogt",
    email: "vera@client.example",
  };
  const asked = await submit(path, { ...visitor, notes: "" });
  const codePage = await asked.text();
  expect([asked.status, codePage]).toEqual([201, expect.stringContaining("Code eingeben")]);
  expect((await account.act("list_bookings")).total).toBe(0);
  const token = /name="token" value="([\w-]+)"/.exec(codePage)![1]!;
  const mail = await mailTo(app, "vera@client.example");
  expect(mail.subject).toBe("Ihr Code: Salon");
  expect(mail.text).not.toContain("Vera");
  const code = /\b\d{6}\b/.exec(mail.text)![0];
  const wrong = await submit(`${path}/confirm`, { token, code: code === "000000" ? "000001" : "000000" });
  const again = await wrong.text();
  expect([wrong.status, again]).toEqual([422, expect.stringContaining("This code is not correct")]);
  expect(again).toContain(`value="${token}"`);
  const booked = await submit(`${path}/confirm`, { token, code });
  expect([booked.status, await booked.text()]).toEqual([
    200,
    expect.stringContaining("Ihre Buchung ist bestätigt"),
  ]);
  expect((await submit(`${path}/confirm`, { token, code })).status).toBe(200);
  const { bookings } = await account.act("list_bookings");
  expect(bookings).toMatchObject([
    { startsAt: tuesday, timezone: "Europe/Berlin", localStart: "2026-01-06T11:00" },
  ]);
  expect(JSON.stringify(bookings[0].clientEmail)).toContain("vera@client.example");

  const notice = await noticeOf(account, bookings[0].id);
  const link = /\/my-booking\/[\w-]+/.exec(notice)![0];
  const stored = "SELECT 1 FROM gateway.booking_manage_links WHERE token_hash = $1";
  expect(await app.database.query(stored, [link.split("/").at(-1)])).toEqual([]);
  const managed = await app.get(link, browser);
  expect(managed.text).toContain("Das Absagen kostet jetzt 20,00");
  expect(managed.text).not.toContain("/reschedule");
  const refused = await app.post(`${link}/reschedule`, { start: "2026-01-09T10:00:00.000Z" }, json);
  expect([refused.status, refused.body.details.rule]).toEqual([422, "fee_applies"]);
  const unseen = await app.post(`${link}/cancel`, {}, json);
  expect([unseen.status, unseen.body.details]).toEqual([
    422,
    { rule: "fee_not_accepted", fee: 20, currency: "USD" },
  ]);
  const cancelled = await submit(`${link}/cancel`, { acceptedFee: "20" });
  expect([cancelled.status, await cancelled.text()]).toEqual([200, expect.stringContaining("Abgesagt")]);
  expect(await account.act("get_booking", { bookingId: bookings[0].id })).toMatchObject({
    status: "cancelled",
    cancelledBy: "customer",
    fee: 20,
  });
});

test("a link moves a booking while cancelling is free, to times that are free", async () => {
  const { account, serviceId, path } = await openPage({ requiresEmailCode: false });
  const visitor = { serviceId, start: tuesday, name: "Moe", email: "moe@client.example" };
  const made = await app.post(path, visitor, json);
  expect([made.status, made.body.state, made.body.booking.status]).toEqual([201, "booked", "confirmed"]);
  const link = /\/my-booking\/[\w-]+/.exec(await noticeOf(account, made.body.booking.bookingId))![0];
  const page = await app.get(`${link}?date=2026-01-07`, browser);
  expect(page.text).toContain('<button name="start" value="2026-01-07T09:00:00.000Z">');
  const moved = await submit(`${link}/reschedule`, { start: "2026-01-07T09:00:00.000Z" });
  expect(moved.status).toBe(200);
  const outside = await app.post(`${link}/reschedule`, { start: "2026-01-07T03:00:00.000Z" }, json);
  expect([outside.status, outside.body.code]).toEqual([409, "OUTSIDE_HOURS"]);
  const late = { "x-test-clock": "2026-01-08T10:00:00.001Z" };
  expect((await app.get(link, late)).status).toBe(404);
  await account.act("update_booking_page", { isEnabled: false });
  expect((await app.get(link, json)).status).toBe(404);
});

test("of two visitors who want the last time one gets it, and the other is refused", async () => {
  const { account, serviceId, path, providerIds } = await openPage({ requiresEmailCode: false });
  const visitor = { serviceId, providerId: providerIds[0]!, start: tuesday, name: "A" };
  const answers = await Promise.all(
    ["a@client.example", "b@client.example"].map((email) => app.post(path, { ...visitor, email }, json)),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
  expect((await account.act("list_bookings")).total).toBe(1);
  const told = await submit(path, { ...visitor, email: "c@client.example" });
  const text = await told.text();
  expect([told.status, text]).toEqual([409, expect.stringContaining("This time is not free any more.")]);
  expect(text).toContain(`href="${path}?serviceId=${serviceId}"`);
});

test("a page that is closed, unknown or of an account without one is the same 404, and services of others are not there", async () => {
  const { account, path, serviceId } = await openPage();
  const other = await openPage();
  const foreign = await app.get(`${other.path}/days?serviceId=${serviceId}&from=2026-01-05`, json);
  const missing = await app.get(`${other.path}/days?serviceId=svc_unknown&from=2026-01-05`, json);
  expect([foreign.status, withoutId(foreign.body)]).toEqual([404, withoutId(missing.body)]);
  await account.act("update_booking_page", { isEnabled: false });
  const closed = await app.get(path, json);
  const unknown = await app.get("/book/no-such-page", json);
  expect([closed.status, withoutId(closed.body)]).toEqual([404, withoutId(unknown.body)]);
  expect((await app.get(path, browser)).text).toContain("This page does not exist");
  const taken = await account.ask("update_booking_page", { slug: other.slug });
  expect([taken.status, taken.body.code]).toEqual([409, "DUPLICATE"]);
});

test("free days and times are public, kept for half a minute, and answered with 304 when unchanged", async () => {
  const { path, serviceId } = await openPage();
  const address = `${path}/slots?serviceId=${serviceId}&date=2026-01-06&timezone=America/New_York`;
  const { status, headers, body } = await app.get(address, json);
  expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=30"]);
  expect(body.timezone).toBe("America/New_York");
  expect(body.slots[0]).toEqual({
    start: "2026-01-06T09:00:00.000Z",
    end: "2026-01-06T10:00:00.000Z",
    date: "2026-01-06",
    time: "04:00",
  });
  expect((await app.get(address, { ...json, "if-none-match": String(headers["etag"]) })).status).toBe(304);
  const { body: days } = await app.get(`${path}/days?serviceId=${serviceId}&from=2026-01-05`, json);
  expect(days.days).toHaveLength(31);
  expect(days.days[1]).toEqual({ date: "2026-01-06", slotCount: 8 });
});

test("only the sites that the account names may show the page in a frame, and no site the link of a customer", async () => {
  const { account, path } = await openPage({ frameOrigins: ["https://www.salon.example"] });
  const { headers } = await app.get(path, browser);
  expect(headers["content-security-policy"]).toContain("frame-ancestors https://www.salon.example");
  expect(headers["x-frame-options"]).toBeUndefined();
  const own = await app.get("/my-booking/AAAAAAAAAAAAAAAAAAAAAA", browser);
  expect([own.status, own.headers["content-security-policy"]]).toEqual([
    404,
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  const injected = await account.ask("update_booking_page", {
    frameOrigins: ["https://a.example; script-src *"],
  });
  expect(injected.status).toBe(400);
  const foreign = await submit(path, {}, { ...browser, "sec-fetch-site": "cross-site" });
  expect(foreign.status).toBe(403);
});

test("an address is asked for its code five times an hour, a code is tried five times, and bodies are bounded", async () => {
  const { serviceId, path } = await openPage();
  const visitor = { serviceId, start: tuesday, name: "Max", email: "max@client.example" };
  const tokens: string[] = [];
  for (let count = 0; count < 5; count++) tokens.push((await app.post(path, visitor, json)).body.token);
  const sixth = await app.post(path, { ...visitor, email: "MAX@client.example" }, json);
  expect([sixth.status, sixth.body.code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  await mailTo(app, "max@client.example");
  const tries: number[] = [];
  for (let count = 0; count < 6; count++)
    tries.push((await app.post(`${path}/confirm`, { token: tokens[0], code: "999999" }, json)).status);
  expect(tries.at(-1)).toBe(404);
  const large = await app.post(path, { ...visitor, notes: "x".repeat(70_000) }, json);
  expect(large.status).toBe(413);
});

test("a blocked customer is refused without a word about the block, and a room is taken like by anyone", async () => {
  const { account, serviceId, path } = await openPage({ requiresEmailCode: false });
  await account.act("create_resource", { name: "Room", quantity: 1, serviceIds: [serviceId] });
  const { id: customerId } = await account.act("create_booking_customer", {
    name: "Bo",
    email: "bo@people.example",
  });
  await account.act("set_booking_customer_block", { customerId, blocked: true, reason: "never came" });
  const book = (email: string) => app.post(path, { serviceId, start: tuesday, name: "Bo", email }, json);
  const refused = await book("bo@people.example");
  expect(refused.body).toMatchObject({ code: "BUSINESS_RULE", details: { rule: "not_online" } });
  expect(refused.text).not.toMatch(new RegExp(`block|${customerId}`, "i"));
  expect((await book("cy@people.example")).body.state).toBe("booked");
  expect((await book("di@people.example")).body.code).toBe("SLOT_TAKEN");
});

test("seats of a group are booked together, up to what is left of the session", async () => {
  const { account, serviceId, path, providerIds } = await openPage(
    { requiresEmailCode: false },
    { capacity: 3 },
  );
  const query = `serviceId=${serviceId}&date=2026-01-06&start=${tuesday}`;
  const form = (await app.get(`${path}?${query}`, browser)).text;
  expect(form).toContain('name="partySize" type="number" inputmode="numeric" required min="1" max="3"');
  const visitor = { serviceId, providerId: providerIds[0]!, start: tuesday, name: "Gil" };
  const made = await submit(path, { ...visitor, partySize: "2", email: "gil@client.example" });
  expect([made.status, await made.text()]).toEqual([
    201,
    expect.stringContaining("<dt>Seats</dt><dd>2</dd>"),
  ]);
  const full = await app.post(path, { ...visitor, partySize: 2, email: "hal@client.example" }, json);
  expect([full.status, full.body.code]).toEqual([409, "SLOT_TAKEN"]);
  const last = await app.post(path, { ...visitor, email: "hal@client.example" }, json);
  expect([last.status, last.body.booking.partySize]).toEqual([201, 1]);
  const over = await app.post(path, { ...visitor, partySize: 4, email: "ida@client.example" }, json);
  expect([over.status, over.body.details.fields[0].path]).toEqual([400, "partySize"]);
  expect((await account.act("list_bookings")).bookings).toMatchObject([{ price: 40 }, { price: 80 }]);
});

test("an intake form is asked on the page, its answers are typed and keep the version that they were given to", async () => {
  const { account, serviceId, path } = await openPage({ requiresEmailCode: false });
  const questions = [
    { key: "first", label: "First <visit>?", type: "boolean", required: true },
    { key: "size", label: "Size", type: "choice", required: true, options: ["S", "L"] },
    { key: "age", label: "Age", type: "number", required: false },
    { key: "since", label: "Since", type: "date", required: false },
  ];
  const form = await account.act("create_intake_form", { serviceId, questions });
  const second = await account.ask("create_intake_form", { serviceId, questions });
  expect([second.status, second.body.details.formId]).toEqual([409, form.id]);
  const page = (await app.get(`${path}?serviceId=${serviceId}&date=2026-01-06&start=${tuesday}`, browser))
    .text;
  expect(page).toContain('<select id="question-0" name="answers.first" required>');
  expect(page).toContain("First &lt;visit&gt;?");
  const visitor = { serviceId, start: tuesday, name: "Ina", email: "ina@client.example" };
  const bad = await app.post(
    path,
    { ...visitor, answers: { size: "M", age: "old", since: "2026-02-30", other: 1 } },
    json,
  );
  expect(bad.body.details.fields.map(({ path: at }: { path: string }) => at).toSorted()).toEqual([
    "answers.age",
    "answers.first",
    "answers.other",
    "answers.since",
    "answers.size",
  ]);
  const sent = { "answers.first": "false", "answers.size": "L", "answers.age": "41.5", "answers.since": "" };
  expect((await submit(path, { ...visitor, ...sent })).status).toBe(201);
  const { bookings } = await account.act("list_bookings");
  const bookingId = bookings[0].id as string;
  await account.act("update_intake_form", { formId: form.id, questions: questions.slice(0, 1) });
  const answers = await account.act("get_intake_answers", { bookingId });
  expect(answers).toMatchObject({ formId: form.id, formVersion: 1 });
  expect(answers.answers.map((one: { value: unknown }) => one.value)).toEqual([
    { untrustedText: "false" },
    { untrustedText: "L" },
    { untrustedText: "41.5" },
    null,
  ]);
  const stored = await app.get(`/bookings/${bookingId}`, account.headers);
  expect(stored.body.answers).toEqual({ first: false, size: "L", age: 41.5 });
  const booking = { serviceId, date: "2026-01-07", time: "10:00", clientEmail: "ina@client.example" };
  const wrong = await account.ask("create_booking", { ...booking, answers: { first: "perhaps" } });
  expect([wrong.status, wrong.body.details.fields[0].path]).toEqual([400, "answers.first"]);
  expect((await account.ask("create_booking", booking)).status).toBe(200);
  const changed = await account.ask("update_booking_details", { bookingId, answers: { first: true } });
  expect([changed.status, changed.body.details.fields[0].path]).toEqual([400, "answers.size"]);
});

test("a deposit is refunded up to its amount, whatever is asked at once, and moves no money", async () => {
  const { account, serviceId } = await openPage();
  const booking = { serviceId, date: "2026-01-07", time: "10:00", clientEmail: "dep@client.example" };
  const { bookingId } = await account.act("create_booking", booking);
  const deposit = await account.act("record_deposit", { bookingId, amount: 20.5, method: "cash" });
  expect(deposit).toMatchObject({
    amount: 20.5,
    refunded: 0,
    currency: "USD",
    status: "received",
    reference: null,
  });
  for (const amount of [0, -1, 1.005])
    expect((await account.ask("record_deposit", { bookingId, amount, method: "cash" })).status).toBe(400);
  const depositId = deposit.id as string;
  const refunds = await Promise.all(
    [8, 8, 8].map((amount) => account.ask("refund_deposit", { depositId, amount })),
  );
  expect(refunds.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 422]);
  expect(refunds.find(({ status }) => status === 422)!.body.details).toEqual({
    rule: "refund_exceeds_deposit",
    left: 4.5,
    currency: "USD",
  });
  expect((await account.act("list_deposits", { status: "partly_refunded" })).total).toBe(1);
  expect(await account.act("refund_deposit", { depositId })).toMatchObject({
    refunded: 20.5,
    status: "refunded",
  });
  const over = await account.ask("refund_deposit", { depositId });
  expect([over.status, over.body.code]).toEqual([409, "INVALID_STATE"]);
  const headers = { ...account.headers, "idempotency-key": "deposit-once" };
  const body = { amount: 5, method: "card" };
  const first = await app.post(`/bookings/${bookingId}/deposits`, body, headers);
  expect((await app.post(`/bookings/${bookingId}/deposits`, body, headers)).body).toEqual(first.body);
  expect((await account.act("list_deposits")).total).toBe(2);
  const sums =
    "SELECT sum(amount_minor)::int AS sum FROM gateway.booking_deposit_refunds WHERE deposit_id = $1";
  expect(await app.database.query(sums, [depositId])).toEqual([{ sum: 2050 }]);
  const other = await createScheduler(app);
  expect((await other.ask("refund_deposit", { depositId })).status).toBe(404);
});

test("a provider's feed is read by its URL alone, revalidates, names no customer, and dies with its token", async () => {
  const { account, serviceId, providerIds } = await openPage({}, { name: "Cut, wash; dry ".repeat(8) });
  const providerId = providerIds[0]!;
  const booking = {
    serviceId,
    providerId,
    date: "2026-01-07",
    time: "10:00",
    clientEmail: "feed@client.example",
  };
  const { bookingId } = await account.act("create_booking", booking);
  const { url } = await account.act("get_calendar_feed_url", { providerId });
  expect(await account.act("get_calendar_feed_url", { providerId })).toEqual({ url });
  const path = new URL(url).pathname;
  const { status, headers, text } = await app.get(path, json);
  expect([status, headers["content-type"]]).toEqual([200, "text/calendar"]);
  expect(text).toContain(`UID:${bookingId}@hub-platform\r\n`);
  expect(text).toContain("DTSTART:20260107T100000Z\r\n");
  expect(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(text).not.toContain("feed@client.example");
  expect((await app.get(path, json)).text).toBe(text);
  expect((await app.get(path, { ...json, "if-none-match": String(headers["etag"]) })).status).toBe(304);
  const rotated = await account.act("rotate_calendar_feed_token", { providerId });
  expect(rotated.url).not.toBe(url);
  expect((await app.get(path, json)).status).toBe(404);
  expect((await app.get(new URL(rotated.url).pathname, json)).status).toBe(200);
  const forged = path.replace(providerId, providerIds[1]!);
  expect((await app.get(forged, json)).status).toBe(404);
});

function withoutId(body: Record<string, unknown>): Record<string, unknown> {
  const { requestId: _, ...rest } = body;
  return rest;
}

test("the pages of events say in five languages what is left, without numbers, and are the same 404 where there are none", async () => {
  const { account, slug, path } = await openPage({ showsEvents: true });
  const when = {
    start: "2026-05-01T17:00:00.000Z",
    end: "2026-05-01T20:00:00.000Z",
    timezone: "Europe/London",
  };
  const { id: eventId } = await account.act("create_event", {
    title: "<b>Fair</b>",
    description: "One\n\nTwo",
    ...when,
  });
  await account.act("create_ticket_type", { eventId, name: "Standard", price: 0, quantity: 1 });
  const hidden = await app.get(`${path}/events/${eventId}`, browser);
  await account.act("publish_event", { eventId });
  const words = {
    en: "Few tickets left",
    fr: "Derniers billets",
    de: "Wenige Karten",
    es: "Quedan pocas entradas",
    pt: "Restam poucos bilhetes",
  };
  for (const [locale, few] of Object.entries(words)) {
    await account.act("update_booking_page", { locale });
    const list = await app.get(`${path}/events`, browser);
    const page = await app.get(`${path}/events/${eventId}`, browser);
    for (const { status, text, headers } of [list, page]) {
      expect([status, text]).toEqual([200, expect.stringContaining(few)]);
      expect(text).toContain(`<html lang="${locale}">`);
      expect(text).toContain("&lt;b&gt;Fair&lt;/b&gt;");
      expect(text).not.toContain("<script");
      expect(Buffer.byteLength(text)).toBeLessThan(60_000);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
  }
  const shown = (await app.get(`/book/${slug}/events/${eventId}`, json)).body.event;
  expect(Object.keys(shown.ticketTypes[0]).toSorted()).toEqual(["currency", "id", "name", "price", "seats"]);
  const [{ id: ticketTypeId }] = shown.ticketTypes;
  const guest = { ticketTypeId, quantity: "1", name: "Gil", email: "gil@client.example", requestId: "one" };
  const first = await submit(`${path}/events/${eventId}`, guest);
  expect([first.status, await first.text()]).toEqual([
    201,
    expect.stringContaining("Já tem os seus bilhetes"),
  ]);
  const gone = await submit(
    `${path}/events/${eventId}`,
    { ...guest, requestId: "two" },
    { ...browser, "accept-language": "de" },
  );
  expect([gone.status, await gone.text()]).toEqual([409, expect.stringContaining("nicht mehr genug Karten")]);
  await account.act("update_booking_page", { showsEvents: false });
  const closed = await app.get(`${path}/events/${eventId}`, browser);
  const unknown = await app.get(`/book/nowhere/events/${eventId}`, browser);
  expect([hidden.status, closed.status, unknown.status]).toEqual([404, 404, 404]);
  expect(closed.text).toBe(unknown.text);
});

test("pages, and the links of customers and guests, show the business of the seller profile in its language and color", async () => {
  const { account, serviceId, path } = await openPage({
    locale: "de",
    showsEvents: true,
    requiresEmailCode: false,
  });
  const address = { line1: "Lange Reihe 5", city: "Hamburg", postalCode: "20099", country: "DE" };
  const profile = { legalName: "Werk <i>GmbH</i>", email: "hallo@werk.example", color: "#aa3300", address };
  const seller = { ...account.headers, "x-app-id": "invoicer" };
  expect((await app.tool("update_seller_profile", profile, seller)).status).toBe(200);
  const { id: eventId } = await account.act("create_event", {
    title: "Messe",
    start: "2026-05-01T17:00:00.000Z",
    end: "2026-05-01T20:00:00.000Z",
    timezone: "Europe/London",
  });
  const { id: ticketTypeId } = await account.act("create_ticket_type", {
    eventId,
    name: "Tag",
    price: 0,
    quantity: 9,
  });
  await account.act("publish_event", { eventId });
  const visitor = { serviceId, start: tuesday, name: "Ida", email: "ida.face@client.example" };
  const made = await app.post(path, visitor, json);
  const link = /\/my-booking\/[\w-]+/.exec(await noticeOf(account, made.body.booking.bookingId))![0];
  const guest = { ticketTypeId, name: "Ida", email: "ida.face@client.example" };
  const taken = await app.post(`${path}/events/${eventId}`, guest, json);
  const times = `${path}?serviceId=${serviceId}&date=2026-01-06`;
  const tickets = new URL(taken.body.manageUrl as string).pathname;
  const pages = [path, times, link, `${path}/events`, `${path}/events/${eventId}`, tickets];
  const named = "<header>Werk &lt;i&gt;GmbH&lt;/i&gt;</header>";
  for (const one of pages) {
    const { text, headers } = await app.get(one, browser);
    expect(text, one).toContain(named);
    expect(text).toMatch(
      /<address>Werk [^<]+\nLange Reihe 5\n20099 Hamburg\nDeutschland\nhallo@werk\.example<\/address>/,
    );
    expect(text).toContain("--accent: #aa3300");
    expect(headers["content-security-policy"]).not.toContain("img-src");
  }

  const keep = async (bytes: Buffer) => {
    const id = `slg_${account.ownerId}_${bytes.length}`;
    await app.database.query(
      `INSERT INTO gateway.seller_logos (id, owner_id, content_type, sha256, bytes, created_at)
       VALUES ($1, $2, 'image/png', $1, decode($3, 'base64'), now())`,
      [id, account.ownerId, bytes.toString("base64")],
    );
    const chosen = "UPDATE gateway.seller_profiles SET logo_id = $1 WHERE owner_id = $2";
    await app.database.query(chosen, [id, account.ownerId]);
  };
  await keep(Buffer.alloc(20 * 1024, 0x89));
  for (const one of pages) {
    const { text, headers } = await app.get(one, browser);
    expect(text, one).toContain('alt="Werk &lt;i&gt;GmbH&lt;/i&gt;" src="data:image/png;base64,iYmJ');
    expect(headers["content-security-policy"]).toContain("; img-src data:;");
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
  }
  await keep(Buffer.alloc(20 * 1024 + 1, 0x89));
  expect((await app.get(path, browser)).text).toContain(named);
});

test("without a payment account a deposit is only said, and the booking is made at once", async () => {
  const { serviceId, path } = await openPage({ requiresEmailCode: false }, { depositPercent: 50 });
  const form = await app.get(`${path}?serviceId=${serviceId}&date=2026-01-06&start=${tuesday}`, browser);
  expect(form.text).toContain("The business asks for a deposit of $20.00, and tells you how to pay it.");
  const visitor = { serviceId, start: tuesday, name: "Moe", email: "moe.agreed@client.example" };
  const made = await app.post(path, visitor, json);
  expect(made.body).toMatchObject({ state: "booked", payUrl: null, booking: { status: "confirmed" } });
});
