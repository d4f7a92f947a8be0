import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../../src/time/clock.ts";
import { newId } from "../../../../src/ids.ts";
import {
  findDueRecurring,
  makeOccurrence,
} from "../../../../subgraphs/gateway/invoicing/recurring-invoices/make-occurrences.service.ts";
import { occurrenceDate } from "../../../../subgraphs/gateway/invoicing/recurring-invoices/occurrences.ts";
import { createGatewayApp, type GatewayApp } from "../../support/gateway-app.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

const endless = { endDate: null, occurrences: null };

test.each([
  ["monthly", "2026-01-31", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]],
  ["quarterly", "2025-11-30", ["2025-11-30", "2026-02-28", "2026-05-30"]],
  ["yearly", "2024-02-29", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]],
  ["weekly", "2026-12-28", ["2026-12-28", "2027-01-04"]],
] as const)("%s from %s is %s", (frequency, startDate, dates) => {
  expect(dates.map((_, index) => occurrenceDate({ frequency, startDate, ...endless }, index))).toEqual(dates);
});

test("a schedule is over after its count, and after its last day", () => {
  const schedule = { frequency: "monthly", startDate: "2026-01-31", ...endless } as const;
  expect(occurrenceDate({ ...schedule, occurrences: 2 }, 2)).toBeNull();
  expect(occurrenceDate({ ...schedule, endDate: "2026-02-28" }, 1)).toBe("2026-02-28");
  expect(occurrenceDate({ ...schedule, endDate: "2026-02-27" }, 1)).toBeNull();
});

test("dates rise, and none is skipped", () => {
  const frequency = fc.constantFrom(
    "weekly" as const,
    "monthly" as const,
    "quarterly" as const,
    "yearly" as const,
  );
  const days = fc.integer({ min: 0, max: 20_000 });
  fc.assert(
    fc.property(frequency, days, fc.integer({ min: 0, max: 200 }), (often, day, index) => {
      const startDate = new Date(day * 86_400_000).toISOString().slice(0, 10);
      const schedule = { frequency: often, startDate, ...endless };
      const [one, next] = [occurrenceDate(schedule, index)!, occurrenceDate(schedule, index + 1)!];
      expect(next > one).toBe(true);
    }),
  );
});

test("every date that has begun makes one invoice, however many schedulers run at once", async () => {
  const ownerId = newId("usr");
  const caller = { ownerId, at: new Date("2026-01-31T12:00:00.000Z") };
  const items = [{ description: "Hosting", amount: 20 }];
  const input = {
    client: "ana@client.example",
    items,
    frequency: "monthly",
    startDate: "2026-01-31",
    count: 3,
    sendEmail: true,
  };
  const { data, error } = await app.run(
    `mutation ($input: CreateRecurringInvoiceInput!) { createRecurringInvoice(input: $input) { id nextDate status } }`,
    { input },
    caller,
  );
  expect(error).toBeUndefined();
  const { id } = data.createRecurringInvoice;
  const at = { ...app.contextFor(ownerId), clock: fixedClock(new Date("2026-03-30T23:59:00.000Z")) };
  const due = await findDueRecurring({ ...app.contextFor(null), clock: at.clock });
  expect(due).toContainEqual({ id, ownerId });
  for (let round = 0; round < 4; round++) await Promise.all([1, 2, 3].map(() => makeOccurrence(at, id)));
  const dates = await app.database.query<{ on: string; number: string }>(
    `SELECT recurring_on::text AS "on", number FROM gateway.invoices WHERE recurring_id = $1 ORDER BY recurring_on`,
    [id],
  );
  expect(dates.map(({ on }) => on)).toEqual(["2026-01-31", "2026-02-28"]);
  expect(dates.map(({ number }) => number).sort()).toEqual(["INV-000001", "INV-000002"]);
  const later = { ...at, clock: fixedClock(new Date("2026-12-31T00:00:00.000Z")) };
  for (let round = 0; round < 3; round++) await makeOccurrence(later, id);
  const [row] = await app.database.query(
    "SELECT status, made, next_date FROM gateway.recurring_invoices WHERE id = $1",
    [id],
  );
  expect(row).toEqual({ status: "ended", made: 3, next_date: null });
});
