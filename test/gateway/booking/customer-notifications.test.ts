import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import { sendNotification } from "../../../subgraphs/gateway/booking/reminders/send-notification.service.ts";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { until } from "../../support/poll.ts";
import { givePlan } from "../support/people.ts";
import { createScheduler, openService, type Scheduler } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

async function book(account: Scheduler, service: Record<string, unknown> = {}) {
  const { serviceId } = await openService(account, service, { timezone: "America/New_York" });
  const slot = { serviceId, date: "2026-01-06", time: "10:00", clientEmail: "ana@client.example" };
  return { serviceId, slot, ...(await account.act("create_booking", slot)) };
}

const contextAt = (ownerId: string, at: string, send: () => Promise<"accepted" | "refused">) => {
  const ctx = app.running.platform.contextIn("gateway", ownerId) as AllAppsContext;
  return {
    ...ctx,
    clock: fixedClock(new Date(at)),
    ports: { ...ctx.ports, mail: { send } },
  } as AllAppsContext;
};

test("a reminder is handed over once, however many send it at once", async () => {
  const account = await createScheduler(app);
  await account.act("create_reminder_schedule", { offsetsMinutes: [60], template: "See you soon!" });
  const { bookingId } = await book(account);
  const { notifications } = await account.act("list_sent_notifications", { bookingId });
  const { id } = notifications.find((one: { kind: string }) => one.kind === "reminder");
  const send = vi.fn<() => Promise<"accepted">>(async () => "accepted");
  await sendNotification(contextAt(account.ownerId, "2026-01-06T13:59:59.000Z", send), id);
  expect(send).not.toHaveBeenCalled();
  const ctx = contextAt(account.ownerId, "2026-01-06T14:00:00.000Z", send);
  await Promise.all(Array.from({ length: 8 }, () => sendNotification(ctx, id)));
  expect(send).toHaveBeenCalledTimes(1);
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({ to: "ana@client.example", text: expect.stringContaining("See you soon!") }),
  );
});

test("reminders by text and call go to the customer's phone once, and by email without one", async () => {
  const account = await createScheduler(app);
  await account.act("create_booking_customer", {
    name: "Ana",
    email: "ana@client.example",
    phone: "+49 30 901820",
    locale: "de-DE",
  });
  for (const channel of ["sms", "call"])
    await account.act("create_reminder_schedule", { offsetsMinutes: [60], template: "Bis bald!", channel });
  const { bookingId, serviceId } = await book(account);
  const planned = async (id: string) => {
    const { notifications } = await account.act("list_sent_notifications", { bookingId: id });
    return (notifications as { id: string; kind: string; channel: string; recipient: string }[]).filter(
      ({ kind }) => kind === "reminder",
    );
  };
  const reminders = await planned(bookingId);
  expect(reminders.map(({ channel, recipient }) => `${channel} ${recipient}`).toSorted()).toEqual([
    "call +4930901820",
    "sms +4930901820",
  ]);
  const send = vi.fn<(call: unknown, message: { body: string }) => Promise<"accepted">>(
    async () => "accepted",
  );
  const mail = vi.fn<() => Promise<"accepted">>(async () => "accepted");
  const at = contextAt(account.ownerId, "2026-01-06T14:00:00.000Z", mail);
  const ctx = { ...at, ports: { ...at.ports, phoneNotices: { send } } } as AllAppsContext;
  for (const { id } of reminders) await Promise.all([sendNotification(ctx, id), sendNotification(ctx, id)]);
  expect(send).toHaveBeenCalledTimes(2);
  expect(mail).not.toHaveBeenCalled();
  const bodies = send.mock.calls.map(([, { body }]) => body);
  for (const body of bodies) {
    expect(body).toContain("Bis bald!");
    expect(body).toContain("Erinnerung: Haircut, Dienstag, 6. Januar 2026 um 10:00 (America/New_York)");
  }
  // A number without a country code might be somebody else's.
  await account.act("create_booking_customer", {
    name: "Bo",
    email: "bo@client.example",
    phone: "030 901820",
  });
  const other = { serviceId, date: "2026-01-06", time: "11:00", clientEmail: "bo@client.example" };
  const { bookingId: second } = await account.act("create_booking", other);
  expect((await planned(second)).map(({ channel, recipient }) => `${channel} ${recipient}`)).toEqual([
    "email bo@client.example",
    "email bo@client.example",
  ]);
  const refused = await account.ask("send_reminder", { bookingId: second, channel: "sms" });
  expect([refused.status, refused.body.details.rule]).toEqual([422, "no_phone"]);
});

test("a text is handed to the carrier of the account's messages, once, with its quota", async () => {
  const scheduler = await createScheduler(app);
  // Messages are sent by the clock of the platform.
  const account = scheduler.at(new Date().toISOString());
  await givePlan(app, account.ownerId, "professional");
  await account.act("create_booking_customer", {
    name: "Ana",
    email: "ana@client.example",
    phone: "+14155550123",
  });
  const { serviceId } = await openService(account, {}, { timezone: "America/New_York" });
  const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const slot = { serviceId, date, time: "10:00", clientEmail: "ana@client.example" };
  const { bookingId } = await account.act("create_booking", slot);
  const { id } = await account.act("send_reminder", { bookingId, channel: "sms", message: "See you!" });
  const stored = () =>
    app.database.query<{ address: string; category: string; body: string }>(
      "SELECT address, category, body FROM hub.crm_messages WHERE owner_id = $1 AND channel = 'sms'",
      [account.ownerId],
    );
  await until("the text is in the queue", async () => (await stored()).length > 0);
  expect(await stored()).toEqual([
    { address: "+14155550123", category: "transactional", body: expect.stringContaining("See you!") },
  ]);
  await until("the reminder is sent", async () => {
    const { notifications } = await account.act("list_sent_notifications", { bookingId });
    return notifications.some(
      (one: { id: string; status: string }) => one.id === id && one.status === "sent",
    );
  });
});

test("a reminder is rejected for cancelled or started bookings and dropped on later cancellation", async () => {
  const account = await createScheduler(app);
  const { bookingId } = await book(account);
  const sent = await account.act("send_reminder", { bookingId, message: "Do not forget." });
  expect(sent).toMatchObject({
    bookingId,
    kind: "reminder",
    channel: "email",
    recipient: "ana@client.example",
  });
  const late = await account.at("2026-01-06T15:00:00.000Z").ask("send_reminder", { bookingId });
  expect([late.status, late.body.code]).toEqual([422, "BUSINESS_RULE"]);
  await account.act("cancel_booking", { bookingId });
  const off = await account.ask("send_reminder", { bookingId });
  expect([off.status, off.body.code]).toEqual([409, "INVALID_STATE"]);
});

test("cancelling late costs what the policy said when it was booked, and frees the slot", async () => {
  const account = await createScheduler(app);
  const { serviceId } = await openService(account, {}, { timezone: "UTC" });
  await account.act("set_cancellation_policy", { serviceId, tiers: [{ hoursBefore: 24, feePercent: 50 }] });
  const slot = { serviceId, date: "2026-01-06", time: "10:00", clientEmail: "ana@client.example" };
  const { bookingId } = await account.act("create_booking", slot);
  await account.act("set_cancellation_policy", { serviceId, tiers: [] });
  const late = account.at("2026-01-06T08:00:00.000Z");
  expect(await late.act("preview_cancellation", { bookingId })).toMatchObject({ fee: 20 });
  expect(await late.act("cancel_booking", { bookingId, cancelledBy: "customer" })).toMatchObject({
    status: "cancelled",
    fee: 20,
    icsSequence: 1,
  });
  expect((await late.ask("create_booking", slot)).status).toBe(200);
});

test("a pending booking holds its slot for a day, and then expires", async () => {
  const account = await createScheduler(app);
  const { slot, bookingId, confirmed } = await book(account, { requiresApproval: true });
  expect(confirmed).toBe(false);
  expect((await account.ask("create_booking", slot)).body.code).toBe("SLOT_TAKEN");
  const later = account.at("2026-01-06T06:00:00.000Z");
  expect((await later.ask("confirm_booking", { bookingId })).body.details.current).toBe("expired");
  expect((await later.ask("create_booking", slot)).status).toBe(200);
  expect(await later.act("get_booking", { bookingId })).toMatchObject({ status: "expired" });
});

test("a slot hold blocks the slot until it is booked or expires", async () => {
  const account = await createScheduler(app);
  const { serviceId, slot } = await book(account);
  const eleven = { ...slot, time: "11:00" };
  const hold = await account.act("hold_slot", {
    serviceId,
    start: "2026-01-06T16:00:00.000Z",
    ttlSeconds: 60,
  });
  expect((await account.ask("create_booking", eleven)).body.code).toBe("SLOT_TAKEN");
  expect((await account.ask("create_booking", { ...eleven, holdId: hold.holdId })).status).toBe(200);
  await account.act("hold_slot", { serviceId, start: "2026-01-06T17:00:00.000Z", ttlSeconds: 60 });
  const later = account.at("2026-01-05T06:01:00.000Z");
  expect((await later.ask("create_booking", { ...slot, time: "12:00" })).status).toBe(200);
});

describe("the iCalendar file", () => {
  test("keeps its UID, raises SEQUENCE, names its zone, and cancels", async () => {
    const account = await createScheduler(app);
    const { bookingId } = await book(account, { name: "Färben, schneiden; föhnen ".repeat(5) });
    const file = async () => (await account.act("export_booking_ics", { bookingId })).content as string;
    const first = await file();
    for (const line of first.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(first).toContain(`UID:${bookingId}@hub-platform`);
    expect(first).toContain("DTSTART;TZID=America/New_York:20260106T100000");
    expect(first).toMatch(/^DTSTAMP:20260105T060000Z\r$/m);
    expect(first).toContain(
      "BEGIN:STANDARD\r\nDTSTART:20251102T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500",
    );
    expect(first).toContain(
      "BEGIN:DAYLIGHT\r\nDTSTART:20260308T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400",
    );
    expect(first).toContain("SEQUENCE:0");
    await account.act("cancel_booking", { bookingId, cancelledBy: "provider" });
    const last = await file();
    for (const line of ["METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1", `UID:${bookingId}@hub-platform`])
      expect(last).toContain(line);
  });
});
