import { afterAll, beforeAll, expect, test } from "vitest";
import { copyContext } from "../../../src/context.ts";
import { DomainError } from "../../../src/errors.ts";
import { createBooking } from "../../../subgraphs/gateway/booking/bookings/create-booking.service.ts";
import { cancelBooking } from "../../../subgraphs/gateway/booking/bookings/change-booking.service.ts";
import { rescheduleBooking } from "../../../subgraphs/gateway/booking/bookings/move-booking.service.ts";
import { receiveNotification } from "../../../subgraphs/gateway/booking/calendar-syncs/calendar-channels.service.ts";
import {
  connectCalendar,
  syncCalendar,
} from "../../../subgraphs/gateway/booking/calendar-syncs/calendar-syncs.service.ts";
import {
  listCalendarConflicts,
  resolveCalendarConflict,
} from "../../../subgraphs/gateway/booking/calendar-syncs/resolve-conflicts.service.ts";
import { findDueSyncs, runSync } from "../../../subgraphs/gateway/booking/calendar-syncs/run-sync.service.ts";
import type { CalendarService, Notification } from "../../../sandbox/oauth/calendar-world.ts";
import { fuzzSeed, suiteSeed } from "../../support/seed.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { openDesk } from "./booking-desk.ts";
import { account, openCalendarStandIns, type CalendarStandIns } from "./calendar-stand-ins.ts";

const [minuteMs, halfHourMs, dayMs] = [60_000, 1_800_000, 86_400_000];
const begin = Date.parse("2026-01-05T06:00:00.000Z");

let now = begin;
let standIns: CalendarStandIns;
let app: GatewayApp;
beforeAll(async () => {
  standIns = await openCalendarStandIns(() => new Date(now));
  app = await createGatewayApp({ connectedCalendars: standIns.port });
});
afterAll(async () => {
  await app?.close();
  await standIns?.close();
});

/** Mulberry32: numbers from 0 to 1 that follow from a seed. */
function drawer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Place {
  syncId: string;
  providerId: string;
  service: CalendarService;
  calendarId: string;
}

/** `npm run fuzz:calendars` makes 5,000 changes with a random seed; `npm test` a share of them. */
const changes = Number(process.env["CALENDAR_CHANGES"] ?? 400);
const isWhole = changes >= 5_000;

test("random changes on both sides with faults end equal, none lost and none doubled", async () => {
  const seed = isWhole ? fuzzSeed() : suiteSeed;
  const draw = drawer(seed);
  const chance = (share: number) => draw() < share;
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(draw() * values.length)]!;
  const { world } = standIns;
  const desk = openDesk(app);
  const { id: serviceId } = await desk.act("createService", {
    name: "Visit",
    durationMin: 30,
    price: 0,
    timezone: "UTC",
    maxAdvanceDays: 700,
  });
  const providerIds: string[] = [];
  for (const name of ["A", "B"]) {
    const { id } = await desk.act("createProvider", { name, timezone: "UTC" });
    const intervals = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: "00:00", to: "24:00" }));
    await desk.act(
      "setWeeklyHours",
      { providerId: id, intervals, effectiveFrom: "2025-01-01" },
      "providerId",
    );
    providerIds.push(id);
  }
  await desk.act("setServiceProviders", { serviceId, providerIds });
  const context = () => copyContext(app.contextFor(desk.ownerId), { clock: { now: () => new Date(now) } });
  const system = () => copyContext(app.contextFor(null), { clock: { now: () => new Date(now) } });

  // Notifications wait here, and are then lost, repeated and reordered.
  const underway: Notification[] = [];
  world.send = async (notification) => {
    const given = new URL(notification.url).searchParams.get("validationToken");
    if (given === null) {
      underway.push(notification);
      return { status: 202, text: "" };
    }
    const channelId = new URL(notification.url).pathname.split("/").at(-1)!;
    const answer = await receiveNotification(system(), { channelId, validationToken: given, body: "" });
    return { status: answer.status, text: answer.content };
  };

  const places: Place[] = [];
  for (const [providerId, service, calendarId] of [
    [providerIds[0]!, "google", standIns.calendarId("google")],
    [providerIds[0]!, "microsoft", standIns.calendarId("microsoft")],
    [providerIds[1]!, "google", "family-google"],
  ] as const) {
    const input = { providerId, connectionId: service, calendarId };
    const { id: syncId } = await connectCalendar(context(), input);
    places.push({ syncId, providerId, service, calendarId });
  }

  // What the calendars' owners have done with their own events, and what anybody wanted of a booking last.
  const foreign = new Map<string, { place: Place; title: string } | null>();
  const bookings = new Map<string, { here: number | null; wishes: (number | null)[] }>();
  const start = () => begin + (2 + Math.floor(draw() * 60)) * dayMs + Math.floor(draw() * 48) * halfHourMs;
  const at = (moment: number) => new Date(moment).toISOString();
  const wall = (moment: number) => ({ date: at(moment).slice(0, 10), time: at(moment).slice(11, 16) });
  const wish = (bookingId: string, moment: number | null, isHere: boolean) => {
    const booking = bookings.get(bookingId)!;
    booking.wishes.push(moment);
    if (isHere) booking.here = moment;
  };
  const refusedHere: Record<string, number> = {};
  const tryHere = async (work: () => Promise<unknown>) => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      refusedHere[error.code] = (refusedHere[error.code] ?? 0) + 1;
      return false;
    }
  };
  const changeHere = async () => {
    const moment = start();
    const known = [...bookings].filter(([, { here }]) => here !== null).map(([id]) => id);
    const kind = known.length < 60 ? 0 : draw();
    if (kind < 0.45) {
      const input = { serviceId, providerId: pick(providerIds), clientEmail: "ana@client.example" };
      await tryHere(async () => {
        const { id } = await createBooking(context(), { ...input, ...wall(moment), fold: 0, partySize: 1 });
        bookings.set(id, { here: moment, wishes: [moment] });
      });
      return;
    }
    const bookingId = pick(known);
    if (kind < 0.8) {
      const isMoved = await tryHere(() =>
        rescheduleBooking(context(), { bookingId, ...wall(moment), fold: 0 }),
      );
      if (isMoved) wish(bookingId, moment, true);
      return;
    }
    const input = { bookingId, cancelledBy: "customer" as const, waiveFee: false };
    if (await tryHere(() => cancelBooking(context(), input))) wish(bookingId, null, true);
  };
  const liveEvents = (place: Place, isOwn: boolean) =>
    [...world.find(place.service, account, place.calendarId)!.events.values()].filter(
      (event) => !event.isDeleted && (event.key !== null) === isOwn,
    );
  const eventTimes = () => {
    const from = start();
    if (chance(0.1)) {
      const day = at(from).slice(0, 10);
      return { start: day, end: at(Date.parse(day) + dayMs).slice(0, 10), isAllDay: true };
    }
    return { start: at(from), end: at(from + (1 + Math.floor(draw() * 3)) * halfHourMs), isAllDay: false };
  };
  const changeOutside = () => {
    const place = pick(places);
    const where = { service: place.service, account, calendarId: place.calendarId };
    const kind = draw();
    const others = liveEvents(place, false);
    if (kind < 0.35 || others.length < 10) {
      const title = `Outside ${foreign.size}`;
      const { id } = world.write(where, { ...eventTimes(), title, isBusy: chance(0.85) });
      foreign.set(id, { place, title });
    } else if (kind < 0.5) {
      world.write(where, { id: pick(others).id, ...eventTimes(), isBusy: chance(0.85) });
    } else if (kind < 0.7) {
      const { id } = pick(others);
      world.write(where, { id, isDeleted: true });
      foreign.set(id, null);
    } else {
      const own = liveEvents(place, true);
      if (own.length === 0) return;
      const event = pick(own);
      const bookingId = event.key!.split(".")[1]!;
      if (kind < 0.9) {
        const moment = start();
        world.write(where, { id: event.id, start: at(moment), end: at(moment + halfHourMs) });
        wish(bookingId, moment, false);
      } else {
        world.write(where, { id: event.id, isDeleted: true });
        wish(bookingId, null, false);
      }
    }
  };
  const faults: Record<string, number> = {};
  let drawn = 0;
  standIns.api.drawFault = () => {
    if (!chance(isWhole ? 0.04 : 0.15)) return undefined;
    const kinds = [
      { status: 429, retryAfterSeconds: 30 },
      { status: 503 },
      { status: 401 },
      { status: null },
    ];
    const fault = kinds[drawn++ % kinds.length]!;
    faults[String(fault.status)] = (faults[String(fault.status)] ?? 0) + 1;
    return fault;
  };
  const runs: Record<string, number> = {};
  const run = async (syncId: string) => {
    const result = await runSync(context(), syncId);
    runs[result] = (runs[result] ?? 0) + 1;
    // Two refused tokens in a row end the connection: somebody connects the account again and resumes the sync.
    if (result === "gone") await syncCalendar(context(), { syncId });
  };
  const deliver = async () => {
    const wanted = new Set<string>();
    for (const notification of underway.splice(0).sort(() => draw() - 0.5)) {
      if (chance(0.3)) continue;
      for (let times = chance(0.2) ? 2 : 1; times > 0; times--) {
        const channelId = new URL(notification.url).pathname.split("/").at(-1)!;
        const channelToken = notification.headers["x-goog-channel-token"] ?? null;
        const { body } = notification;
        const outcome = receiveNotification(system(), { channelId, channelToken, body });
        // An older channel may have been replaced meanwhile.
        const isKnown = await outcome.then(
          () => true,
          (error: { code?: string }) => {
            if (error.code !== "NOT_FOUND") throw error;
            return false;
          },
        );
        if (!isKnown) continue;
        const sql = "SELECT id FROM gateway.booking_calendar_syncs WHERE channel_id = $1";
        wanted.add((await app.database.query<{ id: string }>(sql, [channelId]))[0]!.id);
      }
    }
    for (const syncId of wanted) await run(syncId);
  };

  for (let change = 0; change < changes; change++) {
    if (chance(0.5)) await changeHere();
    else changeOutside();
    if (change % 40 === 39) {
      now += minuteMs;
      await deliver();
      if (change % 200 === 199) {
        if (change === 199 || chance(0.3)) {
          world.expireTokens(pick(["google", "microsoft"]), account);
          faults["410"] = (faults["410"] ?? 0) + 1;
        }
        now += 5 * minuteMs;
        for (const { id } of await findDueSyncs(system())) await run(id);
      }
    }
  }

  // The services are well again, and somebody decides the conflicts.
  standIns.api.drawFault = () => undefined;
  const decided: Record<string, number> = {};
  for (let round = 0; round < 20; round++) {
    now += 2 * 60 * minuteMs;
    for (const { syncId } of places) await run(syncId);
    const { conflicts } = await listCalendarConflicts(context(), { openOnly: true, limit: 100 });
    if (conflicts.length === 0) break;
    for (const { id: conflictId, kind } of conflicts) {
      const keep = kind !== "overlap" && chance(0.5) ? ("calendar" as const) : ("booking" as const);
      decided[`${kind} ${keep}`] = (decided[`${kind} ${keep}`] ?? 0) + 1;
      const decide = (side: "booking" | "calendar") =>
        tryHere(() => resolveCalendarConflict(context(), { conflictId, keep: side }));
      if (!(await decide(keep)) && keep === "calendar") await decide("booking");
    }
  }
  for (const { syncId } of places) await run(syncId);

  const summary = {
    seed,
    changes,
    faults,
    runs,
    decided,
    refusedHere,
    bookings: bookings.size,
    sent: Object.fromEntries(standIns.sent),
  };
  if (isWhole) console.info(`calendar sync: ${JSON.stringify(summary)}`);
  const stored = await app.database.query<{
    id: string;
    provider: string;
    status: string;
    start: string;
  }>(
    `SELECT id, provider_id AS provider, status, to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS start
     FROM gateway.bookings ORDER BY id`,
  );
  expect(stored.map(({ id }) => id)).toEqual([...bookings.keys()].sort());
  for (const place of places) {
    const own = liveEvents(place, true).map(({ key, start: from }) => `${key!.split(".")[1]} ${from}`);
    const here = stored
      .filter(({ provider, status }) => provider === place.providerId && status !== "cancelled")
      .map(({ id, start: from }) => `${id} ${from}`);
    expect(own.sort(), `bookings in the ${place.service} calendar`).toEqual(here.sort());
    const busy = liveEvents(place, false)
      .filter(({ isBusy }) => isBusy)
      .map(({ id }) => id);
    const blocked = await app.database.query<{ uid: string }>(
      "SELECT event_uid AS uid FROM gateway.booking_blocked_times WHERE sync_id = $1",
      [place.syncId],
    );
    expect(blocked.map(({ uid }) => uid).sort(), `busy times of the ${place.service} calendar`).toEqual(
      busy.sort(),
    );
    const titles = liveEvents(place, false).map(({ title }) => title);
    const expected = [...foreign.values()].flatMap((one) =>
      one?.place.syncId === place.syncId ? one.title : [],
    );
    expect(titles.sort(), "events of the owner").toEqual(expected.sort());
  }
  // Each booking is where somebody wanted it, and a last wish that it does not have was shown as a conflict.
  const shown = await app.database.query<{ id: string }>(
    "SELECT DISTINCT booking_id AS id FROM gateway.booking_calendar_conflicts WHERE kind <> 'overlap'",
  );
  const conflicting = new Set(shown.map(({ id }) => id));
  for (const { id, status, start: from } of stored) {
    const { wishes } = bookings.get(id)!;
    const final = status === "cancelled" ? null : Date.parse(from);
    expect(wishes, `${id} ${status} ${from}`).toContain(final);
    if (final !== wishes.at(-1)) expect(conflicting, `${id} ${status} ${from}`).toContain(id);
  }
  expect(Object.keys(faults).sort()).toEqual(["401", "410", "429", "503", "null"]);
  expect(bookings.size).toBeGreaterThan(changes / 10);
}, 600_000);
