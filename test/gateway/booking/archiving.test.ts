import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestApp } from "../../support/app.ts";
import { openSharedApp } from "../../support/shared-app.ts";
import { createScheduler, openService, type Scheduler } from "./schedulers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openSharedApp();
});
afterAll(() => app?.close());

const slot = { date: "2026-01-06", time: "10:00", clientEmail: "ana@client.example" };

async function booked(account: Scheduler, providers = 1) {
  const open = await openService(account, {}, { providers });
  const [providerId] = open.providerIds;
  const { bookingId } = await account.act("create_booking", {
    ...slot,
    serviceId: open.serviceId,
    providerId,
  });
  return { ...open, bookingId: bookingId as string, providerId: providerId! };
}

describe("a service", () => {
  test("takes no new bookings while archived, keeps those it has, and opens when restored", async () => {
    const account = await createScheduler(app);
    const { serviceId, bookingId } = await booked(account);
    const archived = await account.act("archive_service", { serviceId });
    expect(archived).toMatchObject({ status: "archived", futureBookings: 1 });
    const again = await account.act("archive_service", { serviceId });
    expect(again).toEqual(archived);
    expect((await account.act("check_availability", { serviceId, date: slot.date })).slots).toEqual([]);
    expect((await account.act("list_services")).services).toEqual([]);
    const refused = await account.ask("create_booking", { ...slot, time: "12:00", serviceId });
    expect([refused.status, refused.body.code]).toEqual([409, "INVALID_STATE"]);
    expect((await account.act("get_booking", { bookingId })).status).toBe("confirmed");

    const restored = await account.act("restore_service", { serviceId });
    expect(restored).toMatchObject({ status: "active", version: archived.version + 1 });
    await account.act("create_booking", { ...slot, time: "12:00", serviceId });
  });

  test("without a cancellation policy costs nothing to cancel, and shows the one that is set", async () => {
    const account = await createScheduler(app);
    const { serviceId } = await openService(account);
    expect(await account.act("get_cancellation_policy", { serviceId })).toEqual({
      tiers: [],
      noShowFeePercent: 0,
    });
    const policy = { tiers: [{ hoursBefore: 24, feePercent: 50 }], noShowFeePercent: 80 };
    await account.act("set_cancellation_policy", { serviceId, ...policy });
    expect(await account.act("get_cancellation_policy", { serviceId })).toEqual(policy);
  });
});

describe("a provider", () => {
  test("changes time zone with future bookings only when that is confirmed", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerId, bookingId } = await booked(account);
    const change = { providerId, name: "Chair 9", timezone: "Europe/Berlin" };
    const refused = await account.ask("update_provider", change);
    expect([refused.status, refused.body.details]).toMatchObject([
      422,
      { rule: "timezone_with_bookings", bookingIds: [bookingId] },
    ]);
    const updated = await account.act("update_provider", { ...change, confirmTimezoneChange: true });
    expect(updated).toMatchObject({ name: "Chair 9", timezone: "Europe/Berlin", version: 2 });
    // The booking keeps its moment; hours and free slots follow the new clock.
    const moved = await account.act("get_booking", { bookingId });
    expect(moved).toMatchObject({ startsAt: "2026-01-06T10:00:00.000Z", timezone: "Europe/London" });
    const day = { serviceId, date: "2026-01-06", timezone: "Europe/Berlin" };
    const { slots } = await account.act("check_availability", day);
    const times = (slots as { time: string }[]).map(({ time }) => time);
    expect(times).toEqual(["09:00", "10:00", "12:00", "13:00", "14:00", "15:00", "16:00"]);
    const stale = await account.ask("update_provider", { providerId, name: "x", version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, "VERSION_CONFLICT"]);
    expect((await account.act("get_provider", { providerId })).name).toBe("Chair 9");
  });

  test("is archived only without future bookings, or when another provider takes them", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerIds, providerId, bookingId } = await booked(account, 2);
    const other = providerIds[1]!;
    const refused = await account.ask("archive_provider", { providerId });
    expect(refused.body.details).toMatchObject({ rule: "future_bookings", bookingIds: [bookingId] });

    const busy = await account.act("create_booking", { ...slot, serviceId, providerId: other });
    const conflict = await account.ask("archive_provider", { providerId, reassignTo: other });
    expect(conflict.body.details).toMatchObject({
      rule: "reassign_conflicts",
      conflicts: [{ bookingId, code: "SLOT_TAKEN" }],
    });
    expect((await account.act("get_provider", { providerId })).status).toBe("active");

    await account.act("cancel_booking", { bookingId: busy.bookingId });
    const archived = await account.act("archive_provider", { providerId, reassignTo: other });
    expect(archived).toMatchObject({ status: "archived", reassignedBookings: 1 });
    expect(await account.act("get_booking", { bookingId })).toMatchObject({
      providerId: other,
      startsAt: "2026-01-06T10:00:00.000Z",
    });
    expect(await account.act("archive_provider", { providerId })).toEqual({
      ...archived,
      reassignedBookings: 0,
    });
    const shown = (await account.act("list_providers")).providers.map(({ id }: { id: string }) => id);
    expect(shown).toEqual([other]);
    expect((await account.act("get_service", { serviceId })).providerIds).toEqual([other]);
    const { slots } = await account.act("check_availability", { serviceId, date: "2026-01-07" });
    expect(slots[0].providerIds).toEqual([other]);
  });

  test("that is being archived gets no booking: the later of the two sees the other", async () => {
    const account = await createScheduler(app);
    const { serviceId, providerIds } = await openService(account);
    const providerId = providerIds[0]!;
    const [archived, made] = await Promise.all([
      account.ask("archive_provider", { providerId }),
      account.ask("create_booking", { ...slot, serviceId, providerId }),
    ]);
    const { total } = await account.act("list_bookings");
    expect([archived.status === 200, made.status === 200, total]).toEqual(
      made.status === 200 ? [false, true, 1] : [true, false, 0],
    );
  });
});

test("date overrides and blocked times are listed and taken back", async () => {
  const account = await createScheduler(app);
  const { serviceId, providerId, bookingId } = await booked(account);
  await account.act("add_date_override", { providerId, date: "2026-01-07", intervals: [] });
  const range = { providerId, from: "2026-01-01", to: "2026-01-31" };
  expect((await account.act("list_date_overrides", range)).overrides).toEqual([
    { providerId, date: "2026-01-07", intervals: [] },
  ]);
  const day = { serviceId, date: "2026-01-07" };
  expect((await account.act("check_availability", day)).slots).toEqual([]);
  const override = { providerId, date: "2026-01-07" };
  expect(await account.act("remove_date_override", override)).toEqual({ removed: true });
  expect(await account.act("remove_date_override", override)).toEqual({ removed: false });
  expect((await account.act("check_availability", day)).slots).toHaveLength(8);
  const long = await account.ask("list_date_overrides", { ...range, to: "2027-01-02" });
  expect([long.status, long.body.code]).toEqual([400, "VALIDATION_ERROR"]);

  const span = { providerId, from: "2026-01-06T09:00:00.000Z", to: "2026-01-06T12:00:00.000Z" };
  const { id: blockId } = await account.act("block_provider_time", { ...span, reason: "Dentist" });
  const { blockedTimes } = await account.act("list_blocked_time", span);
  expect(blockedTimes).toEqual([
    { id: blockId, ...span, reason: "Dentist", conflictingBookingIds: [bookingId] },
  ]);
  const after = { providerId, from: span.to, to: "2026-01-07T00:00:00.000Z" };
  expect((await account.act("list_blocked_time", after)).total).toBe(0);
  expect(await account.act("unblock_provider_time", { blockId })).toEqual({ removed: true });
  expect((await account.ask("unblock_provider_time", { blockId })).status).toBe(404);
  const free = await account.act("check_availability", { serviceId, date: slot.date });
  expect(free.slots.map(({ time }: { time: string }) => time)).toContain("11:00");
});

test("deleting a reminder schedule drops its planned reminders alone", async () => {
  const account = await createScheduler(app);
  const { serviceId } = await openService(account);
  const kept = await account.act("create_reminder_schedule", { offsetsMinutes: [30], template: "Soon!" });
  const { id: scheduleId } = await account.act("create_reminder_schedule", {
    serviceId,
    offsetsMinutes: [60, 120],
    template: "See you.",
  });
  const { bookingId } = await account.act("create_booking", { ...slot, serviceId });
  expect((await account.act("list_reminder_schedules")).total).toBe(2);
  const { schedules } = await account.act("list_reminder_schedules", { serviceId });
  expect(schedules).toMatchObject([{ id: scheduleId, serviceId, offsetsMinutes: [120, 60] }]);
  expect(await account.act("delete_reminder_schedule", { scheduleId })).toEqual({
    deleted: true,
    droppedReminders: 2,
  });
  const { notifications } = await account.act("list_sent_notifications", { bookingId });
  expect(notifications.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    "confirmation",
    "reminder",
  ]);
  expect((await account.act("list_reminder_schedules")).schedules).toMatchObject([{ id: kept.id }]);
});
