import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inOrder, type Candidate } from "../../../subgraphs/gateway/booking/bookings/provider-order.ts";
import type { GatewayApp } from "../support/gateway-app.ts";
import { openSharedGateway } from "../support/shared-gateway.ts";
import { openDesk, openDeskService, Word } from "./booking-desk.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await openSharedGateway();
});
afterAll(() => app?.close());

type Provider = Omit<Candidate, "load">;

/** As the database counts a booking. */
function countTurn(all: readonly Provider[], id: string): Provider[] {
  const floor =
    Math.max(...all.map(({ turns }) => turns)) - 2 * Math.max(...all.map(({ weight }) => 1 / weight));
  return all.map((one) =>
    one.id === id ? { ...one, turns: Math.max(one.turns, floor) + 1 / one.weight } : one,
  );
}

/** Bookings by provider, when `isFree` decides who could take each. */
function share(
  weights: readonly number[],
  bookings: number,
  isFree: (id: string, booking: number) => boolean,
) {
  let all: Provider[] = weights.map((weight, index) => ({ id: `prv_${index}`, weight, turns: 0 }));
  const counts = new Map(all.map(({ id }) => [id, 0]));
  for (let booking = 0; booking < bookings; booking++) {
    const free = all.filter(({ id }) => isFree(id, booking)).map((one) => ({ ...one, load: 0 }));
    const tried = inOrder("round_robin", free);
    // A provider who is free is never left out.
    expect(tried.toSorted()).toEqual(free.map(({ id }) => id).toSorted());
    const [chosen] = tried;
    if (chosen === undefined) continue;
    all = countTurn(all, chosen);
    counts.set(chosen, counts.get(chosen)! + 1);
  }
  return [...counts.values()];
}

const weights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

test("among providers who are always free, each has its share at any time, to within two bookings", () => {
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 300 }), (all, bookings) => {
      const total = all.reduce((sum, weight) => sum + weight, 0);
      const counts = share(all, bookings, () => true);
      for (const [index, weight] of all.entries())
        expect(Math.abs(counts[index]! - (bookings * weight) / total)).toBeLessThanOrEqual(2);
    }),
  );
});

test("shares converge to the weights, though each provider is busy at times", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 3, maxLength: 4 }),
      fc.infiniteStream(fc.nat(9)),
      (all, stream) => {
        const draws = stream[Symbol.iterator]();
        const bookings = 1_500;
        const counts = share(all, bookings, () => draws.next().value! > 0);
        const [made, total] = [counts, all].map((list) => list.reduce((sum, one) => sum + one, 0)) as [
          number,
          number,
        ];
        for (const [index, weight] of all.entries())
          expect(Math.abs(counts[index]! / made - weight / total)).toBeLessThan(0.06);
      },
    ),
    { numRuns: 10 },
  );
});

test("who returns after a long time catches up a few bookings, not all", () => {
  const counts = share([1, 1], 400, (id, booking) => id === "prv_0" || booking >= 300);
  expect(counts[1]).toBeGreaterThanOrEqual(50);
  expect(counts[1]).toBeLessThanOrEqual(53);
});

test("least_busy looks at the day alone", () => {
  const one = { weight: 1, turns: 9, load: 1 };
  const candidates = [
    { ...one, id: "b" },
    { ...one, id: "a" },
    { ...one, id: "c", load: 0 },
  ];
  expect(inOrder("least_busy", candidates)).toEqual(["c", "a", "b"]);
});

test("bookings are shared by weight, cancelled ones and those that move give their turn back", async () => {
  const desk = openDesk(app);
  const service = { assignment: new Word("round_robin"), slotStepMin: 60 };
  const { serviceId, providerIds } = await openDeskService(desk, { providers: 3, service });
  const weightOf = [3, 2, 1];
  const given = providerIds.map((providerId, index) => ({ providerId, weight: weightOf[index]! }));
  const set = { serviceId, providerIds, weights: given };
  const selection = "assignment providerWeights { providerId weight }";
  expect(await desk.act("setServiceProviders", set, selection)).toEqual({
    assignment: "round_robin",
    providerWeights: given,
  });
  const book = async (at: number) => {
    const time = `${String(9 + (at % 8)).padStart(2, "0")}:00`;
    const date = `2026-01-${String(6 + Math.floor(at / 8)).padStart(2, "0")}`;
    return desk.act(
      "createBooking",
      { serviceId, date, time, clientEmail: "ana@client.example" },
      "id providerId",
    );
  };
  const made: { id: string; providerId: string }[] = [];
  for (let at = 0; at < 24; at++) made.push(await book(at));
  const countOf = (id: string | undefined) => made.filter(({ providerId }) => providerId === id).length;
  expect(providerIds.map(countOf)).toEqual([12, 8, 4]);
  const turns = async () => {
    const sql =
      "SELECT round((turns * 6)::numeric)::int AS turns FROM gateway.booking_service_providers WHERE service_id = $1 ORDER BY provider_id";
    return (await app.database.query<{ turns: number }>(sql, [serviceId])).map((row) => row.turns);
  };
  expect(await turns()).toEqual([24, 24, 24]);
  const [first, second] = [
    made.find(({ providerId }) => providerId === providerIds[0])!,
    made.find(({ providerId }) => providerId === providerIds[1])!,
  ];
  await desk.act("cancelBooking", { bookingId: first.id, cancelledBy: new Word("provider") });
  await desk.act("reassignBooking", { bookingId: second.id, providerId: providerIds[2] });
  expect(await turns()).toEqual([22, 21, 30]);
  expect((await book(30)).providerId).toBe(providerIds[0]);

  // A new provider joins where the others are, and does not get all bookings at first.
  const { id: fourth } = await desk.act("createProvider", { name: "New", timezone: "Europe/London" });
  await desk.act("setServiceProviders", { serviceId, providerIds: [...providerIds, fourth], weights: given });
  expect((await turns()).toSorted((a, b) => a - b)[0]).toBe(21);
  const other = { ...set, weights: [{ providerId: "prv_other", weight: 1 }] };
  expect((await desk.ask("setServiceProviders", other)).code).toBe("VALIDATION_ERROR");
});
