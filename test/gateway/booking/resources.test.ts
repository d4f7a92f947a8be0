import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unitsLeft } from "../../../subgraphs/gateway/booking/availability/resource-units.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { openDesk, openDeskService, Word, type BookingDesk } from "./booking-desk.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

const date = "2026-01-06";
const halfHours = { slotStepMin: 30 };

let guests = 0;
const book = (desk: BookingDesk, serviceId: string, time: string, over: object = {}) => {
  const clientEmail = `guest${(guests += 1)}@client.example`;
  return desk.ask(
    "createBooking",
    { serviceId, date, time, clientEmail, ...over },
    "id resourceIds providerId",
  );
};
const slotsOf = async (desk: BookingDesk, serviceId: string) => {
  const shown = "slots { time capacityLeft providerIds }";
  const { slots } = await desk.read("bookingAvailability", { serviceId, date }, shown);
  return new Map(slots.map((slot: { time: string }) => [slot.time, slot]));
};

/** The most bookings that use a resource at one moment, as the database has them. */
async function peakOf(resourceId: string): Promise<number> {
  const [row] = await app.database.query<{ peak: number }>(
    `WITH uses AS (SELECT DISTINCT session_key, block FROM gateway.bookings WHERE $1 = ANY (resource_ids)
       AND status IN ('held', 'pending', 'confirmed', 'checked_in'))
     SELECT max(n)::int AS peak FROM (SELECT (SELECT count(*) FROM uses AS other
       WHERE other.block @> lower(uses.block)) AS n FROM uses) AS counted`,
    [resourceId],
  );
  return row!.peak;
}

describe("a resource", () => {
  test("is never used by more bookings at once than it has units, across services, providers and times", async () => {
    const desk = openDesk(app);
    const one = await openDeskService(desk, { providers: 4, service: halfHours });
    const two = await openDeskService(desk, { providers: 4, service: halfHours });
    const serviceIds = [one.serviceId, two.serviceId];
    const { id: resourceId } = await desk.act("createResource", { name: "Room", quantity: 2, serviceIds });
    const tries = [one, two].flatMap(({ serviceId, providerIds }) =>
      providerIds.flatMap((providerId) =>
        ["10:00", "10:30"].map((time) => book(desk, serviceId, time, { providerId })),
      ),
    );
    const answers = await Promise.all(tries);
    const made = answers.filter(({ error }) => !error);
    expect(made.map(({ data }) => data.createBooking.resourceIds)).toEqual([[resourceId], [resourceId]]);
    expect(new Set(answers.filter(({ error }) => error).map(({ code }) => code))).toEqual(
      new Set(["SLOT_TAKEN"]),
    );
    expect(await peakOf(resourceId)).toBe(2);
    expect((await slotsOf(desk, one.serviceId)).has("10:00")).toBe(false);
  });

  test("limits the free slots and their capacity, and is free again after a hold", async () => {
    const desk = openDesk(app);
    const { serviceId, providerIds } = await openDeskService(desk, { providers: 3 });
    await desk.act("createResource", { name: "Laser", quantity: 2, serviceIds: [serviceId] });
    expect((await slotsOf(desk, serviceId)).get("10:00")).toEqual({
      time: "10:00",
      capacityLeft: 2,
      providerIds,
    });
    const start = `${date}T10:00:00.000Z`;
    const hold = () => desk.ask("holdSlot", { serviceId, start, ttlSeconds: 60 }, "holdId");
    const [first] = [await hold(), await hold()];
    expect((await slotsOf(desk, serviceId)).has("10:00")).toBe(false);
    expect((await hold()).code).toBe("SLOT_TAKEN");
    const later = desk.at("2026-01-05T06:02:00.000Z");
    expect((await slotsOf(later, serviceId)).get("10:00")).toMatchObject({ capacityLeft: 2 });
    const { holdId } = first.data.holdSlot;
    const booked = await book(desk, serviceId, "10:00", { holdId });
    expect(booked.data.createBooking.resourceIds).toHaveLength(1);
    expect(await slotsOf(later, serviceId).then((slots) => slots.get("10:00"))).toMatchObject({
      capacityLeft: 1,
    });
  });

  test("serves the whole session of a service with seats, and one session alone", async () => {
    const desk = openDesk(app);
    const { serviceId, providerIds } = await openDeskService(desk, {
      providers: 2,
      service: { capacity: 3 },
    });
    await desk.act("createResource", { name: "Studio", serviceIds: [serviceId] });
    expect((await slotsOf(desk, serviceId)).get("10:00")).toMatchObject({ capacityLeft: 3 });
    const [mine, other] = providerIds;
    const tries = [mine, mine, mine].map((providerId) => book(desk, serviceId, "10:00", { providerId }));
    expect((await Promise.all(tries)).map(({ code }) => code)).toEqual([undefined, undefined, undefined]);
    expect((await book(desk, serviceId, "10:00", { providerId: other })).code).toBe("SLOT_TAKEN");
    expect((await slotsOf(desk, serviceId)).has("10:00")).toBe(false);
  });

  test("stays with a booking that moves, also over its own time and when the service needs it no more", async () => {
    const desk = openDesk(app);
    const { serviceId, providerIds } = await openDeskService(desk, { providers: 2, service: halfHours });
    const resource = { name: "Chair", serviceIds: [serviceId] };
    const { id: resourceId } = await desk.act("createResource", resource);
    const { data } = await book(desk, serviceId, "10:00", { providerId: providerIds[0] });
    const bookingId = data.createBooking.id as string;
    await desk.act("rescheduleBooking", { bookingId, date, time: "10:30" });
    await book(desk, serviceId, "13:00", { providerId: providerIds[1] });
    const taken = await desk.ask("rescheduleBooking", { bookingId, date, time: "12:30" });
    expect(taken.code).toBe("SLOT_TAKEN");
    await desk.act("updateResource", { resourceId, serviceIds: [] });
    const moved = await desk.act("rescheduleBooking", { bookingId, date, time: "15:00" }, "resourceIds");
    expect(moved).toEqual({ resourceIds: [resourceId] });
    expect((await book(desk, serviceId, "15:00")).data.createBooking.resourceIds).toEqual([]);
  });

  test("keeps the units that future bookings use, and is archived once no service needs it", async () => {
    const desk = openDesk(app);
    const { serviceId } = await openDeskService(desk, { providers: 3 });
    const { id: resourceId } = await desk.act("createResource", {
      name: "Court",
      quantity: 3,
      serviceIds: [serviceId],
    });
    for (const time of ["10:00", "10:00", "12:00"])
      expect((await book(desk, serviceId, time)).code).toBeUndefined();
    const { services } = await desk.read("bookingServices", { limit: 5 }, "services { id resourceIds }");
    expect(services).toEqual([{ id: serviceId, resourceIds: [resourceId] }]);
    const fewer = await desk.ask("updateResource", { resourceId, quantity: 1 });
    expect(fewer.error!.extensions!["details"]).toEqual({ rule: "quantity_below_use", used: 2 });
    await desk.act("updateResource", { resourceId, quantity: 2, version: 1 });
    expect((await desk.ask("updateResource", { resourceId, version: 1 })).code).toBe("VERSION_CONFLICT");
    const needed = await desk.ask("archiveResource", { resourceId });
    expect(needed.error!.extensions!["details"]).toEqual({
      rule: "needed_by_services",
      serviceIds: [serviceId],
    });
    await desk.act("archiveService", { serviceId });
    const archived = await desk.act("archiveResource", { resourceId }, "status serviceIds");
    expect(archived).toEqual({ status: "archived", serviceIds: [] });
    expect((await desk.read("bookingResources", { limit: 5 }, "total")).total).toBe(0);
    const foreign = await desk.ask("createResource", {
      name: "x",
      serviceIds: [(await openDeskService(openDesk(app))).serviceId],
    });
    expect(foreign.code).toBe("NOT_FOUND");
  });
});

test("the utilization of a resource adds up its units and counts a session once", async () => {
  const desk = openDesk(app);
  const { serviceId } = await openDeskService(desk, { providers: 2, service: { capacity: 2 } });
  const { id } = await desk.act("createResource", { name: "Studio", quantity: 2, serviceIds: [serviceId] });
  await desk.act("createResource", { name: "Unused" });
  for (const time of ["10:00", "10:00", "10:00", "12:00"]) await book(desk, serviceId, time);
  const range = { from: date, to: date, groupBy: new Word("resource") };
  const { rows } = await desk.read(
    "utilizationReport",
    range,
    "rows { id bookedMin availableMin utilization }",
  );
  expect(rows).toMatchObject([
    { id, bookedMin: 180, availableMin: 960, utilization: 18.8 },
    { bookedMin: 0, availableMin: 0, utilization: null },
  ]);
  const { days } = await desk.read("bookingAgenda", { date }, "days { entries { resourceIds } }");
  const used = days.flatMap(({ entries }: { entries: { resourceIds: string[] }[] }) => entries);
  expect(used).toEqual(Array.from({ length: 4 }, () => ({ resourceIds: [id] })));
});

test("uses one after the other take one unit of a resource, at the same time one each", () => {
  const use = (start: number, end: number, sessionKey = `${start}-${end}`) => ({ start, end, sessionKey });
  const left = (taken: ReturnType<typeof use>[], quantity = 2, own = "") =>
    unitsLeft([{ id: "rsc_1", quantity, taken }], { start: 10, end: 20 }, own);
  expect(left([])).toBe(2);
  expect(left([use(5, 15), use(15, 25)])).toBe(1);
  expect(left([use(5, 16), use(15, 25)])).toBe(0);
  expect(left([use(0, 10), use(20, 30)])).toBe(2);
  expect(left([use(5, 15, "a"), use(5, 15, "a")])).toBe(1);
  expect(left([use(5, 15, "a"), use(12, 15, "b")], 1, "a")).toBe(0);
  expect(unitsLeft([], { start: 10, end: 20 }, "")).toBe(Infinity);
});
