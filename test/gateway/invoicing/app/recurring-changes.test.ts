import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../../src/time/clock.ts";
import { newId } from "../../../../src/ids.ts";
import {
  findDueRecurring,
  makeOccurrence,
} from "../../../../subgraphs/gateway/invoicing/recurring-invoices/make-occurrences.service.ts";
import { parseScheduleRule } from "../../../../subgraphs/gateway/invoicing/recurring-invoices/schedule-rule.ts";
import { createGatewayApp, type GatewayApp } from "../../support/gateway-app.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

const fields = "id status frequency interval count autoSend nextDate made resumeAt endDate version";
const types = {
  createRecurringInvoice: "CreateRecurringInvoiceInput",
  updateRecurringInvoice: "UpdateRecurringInvoiceInput",
  pauseRecurringInvoice: "PauseRecurringInvoiceInput",
  resumeRecurringInvoice: "RecurringIdInput",
  endRecurringInvoice: "RecurringIdInput",
};

/** An account with a schedule, and a scheduler at any moment. */
function newAccount() {
  const ownerId = newId("usr");
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`);
  const send = (name: keyof typeof types, input: Record<string, unknown>, day: string) => {
    const query = `mutation ($input: ${types[name]}!) { ${name}(input: $input) { ${fields} } }`;
    return app.run(query, { input }, { ownerId, at: at(day) });
  };
  const act = async (name: keyof typeof types, input: Record<string, unknown>, day: string) => {
    const { data, error } = await send(name, input, day);
    expect(error, JSON.stringify(error)).toBeUndefined();
    return data[name];
  };
  const create = (over: Record<string, unknown>) => {
    const template = { client: "ana@client.example", items: [{ description: "Hosting", amount: 20 }] };
    const schedule = { frequency: "monthly", startDate: "2026-01-31", ...over };
    return act("createRecurringInvoice", { ...template, ...schedule }, "2026-01-01");
  };
  const tick = async (day: string) => {
    const clock = fixedClock(at(day));
    for (let pass = 0; pass < 20; pass += 1) {
      const due = (await findDueRecurring({ ...app.contextFor(null), clock })).filter(
        (one) => one.ownerId === ownerId,
      );
      if (due.length === 0) return;
      for (const { id } of due) await makeOccurrence({ ...app.contextFor(ownerId), clock }, id);
    }
  };
  const read = async (recurringId: string, day: string) => {
    const query = `query ($recurringId: ID!) { recurringInvoice(recurringId: $recurringId) {
      ${fields} invoices { date total status number } } }`;
    return (await app.run(query, { recurringId }, { ownerId, at: at(day) })).data.recurringInvoice;
  };
  return { act, create, tick, read, send };
}

test("a paused schedule bills no date that passes, and continues after it is resumed", async () => {
  const { act, create, tick, read } = newAccount();
  const { id: recurringId } = await create({});
  await tick("2026-02-01");
  await act("pauseRecurringInvoice", { recurringId }, "2026-02-02");
  await tick("2026-04-15");
  expect((await read(recurringId, "2026-04-15")).invoices).toHaveLength(1);
  const resumed = await act("resumeRecurringInvoice", { recurringId }, "2026-04-15");
  expect(resumed).toMatchObject({ status: "active", nextDate: "2026-04-30", made: 3 });
  expect(await act("resumeRecurringInvoice", { recurringId }, "2026-04-15")).toMatchObject({ made: 3 });
  await tick("2026-05-01");
  const { invoices } = await read(recurringId, "2026-05-01");
  expect(invoices.map(({ date }: { date: string }) => date)).toEqual(["2026-04-30", "2026-01-31"]);
});

test("a schedule paused until a date continues automatically from that date on", async () => {
  const { act, create, tick, read } = newAccount();
  const { id: recurringId } = await create({ startDate: "2026-01-10" });
  const paused = await act("pauseRecurringInvoice", { recurringId, resumeAt: "2026-03-10" }, "2026-01-05");
  expect(paused).toMatchObject({ status: "paused", resumeAt: "2026-03-10" });
  await tick("2026-03-09");
  expect((await read(recurringId, "2026-03-09")).invoices).toEqual([]);
  await tick("2026-03-20");
  expect(await read(recurringId, "2026-03-20")).toMatchObject({
    status: "active",
    resumeAt: null,
    nextDate: "2026-04-10",
    invoices: [{ date: "2026-03-10" }],
  });
});

test("a change affects future invoices only, and the end cannot be before the next date", async () => {
  const { act, create, tick, read, send } = newAccount();
  const { id: recurringId, version } = await create({ autoSend: false });
  await tick("2026-02-01");
  const change = { items: [{ description: "Hosting", amount: 30 }], autoSend: true, count: 2 };
  const changed = await act("updateRecurringInvoice", { recurringId, ...change }, "2026-02-02");
  expect(changed).toMatchObject({ autoSend: true, count: 2, nextDate: "2026-02-28" });
  const stale = await send("updateRecurringInvoice", { recurringId, version, notes: "x" }, "2026-02-02");
  expect(stale.code).toBe("VERSION_CONFLICT");
  for (const end of [{ endDate: "2026-02-27" }, { count: 1 }])
    expect((await send("updateRecurringInvoice", { recurringId, ...end }, "2026-02-02")).code).toBe(
      "VALIDATION_ERROR",
    );
  await tick("2026-06-01");
  const after = await read(recurringId, "2026-06-01");
  expect(after.status).toBe("ended");
  expect(after.invoices).toMatchObject([
    { date: "2026-02-28", total: 30, number: "INV-000001" },
    { date: "2026-01-31", total: 20, status: "draft" },
  ]);
  for (const name of ["updateRecurringInvoice", "pauseRecurringInvoice", "resumeRecurringInvoice"] as const)
    expect((await send(name, { recurringId }, "2026-06-01")).code).toBe("INVALID_STATE");
});

test("a rule is a schedule: every second month, three times", async () => {
  const { create, tick, read, send } = newAccount();
  const rule = { frequency: null, rrule: "FREQ=MONTHLY;INTERVAL=2;COUNT=3" };
  const made = await create(rule);
  expect(made).toMatchObject({ frequency: "monthly", interval: 2, count: 3 });
  await tick("2026-12-31");
  const { invoices } = await read(made.id, "2026-12-31");
  const dates = invoices.map(({ date }: { date: string }) => date);
  expect(dates).toEqual(["2026-05-31", "2026-03-31", "2026-01-31"]);
  const base = {
    client: "a@client.example",
    items: [{ description: "x", amount: 1 }],
    startDate: "2026-01-31",
  };
  const wrong = [{}, { rrule: "FREQ=DAILY" }, { frequency: "monthly", rrule: "FREQ=WEEKLY" }];
  for (const schedule of wrong)
    expect((await send("createRecurringInvoice", { ...base, ...schedule }, "2026-01-01")).code).toBe(
      "VALIDATION_ERROR",
    );
});

test.each([
  ["FREQ=WEEKLY", { frequency: "weekly", interval: 1, count: null, endDate: null }],
  [
    "RRULE:FREQ=YEARLY;UNTIL=20310131T000000Z",
    { frequency: "yearly", interval: 1, count: null, endDate: "2031-01-31" },
  ],
  ["FREQ=MONTHLY;COUNT=2;UNTIL=20310131", null],
  ["FREQ=MONTHLY;BYDAY=MO", null],
  ["FREQ=MONTHLY;INTERVAL=0", null],
  ["FREQ=MONTHLY;FREQ=WEEKLY", null],
  ["FREQ=MONTHLY;UNTIL=20311399", null],
  ["FREQ=MONTHLY;UNTIL=20310231", null],
  ["FREQ=MONTHLY;COUNT=2=3", null],
  ["FREQ=MONTHLY;__proto__=1", null],
  ["", null],
])("the rule %s is read as %o", (text, expected) => {
  expect(parseScheduleRule(text)).toEqual(expected);
});

test("a preview shows month ends and weekends", async () => {
  const query = `{ recurringSchedulePreview(frequency: monthly, startDate: "2026-01-31", count: 3) {
    dates { date isWeekend nextWorkday } } }`;
  const { data } = await app.run(query, {}, { ownerId: newId("usr") });
  expect(data.recurringSchedulePreview.dates).toEqual([
    { date: "2026-01-31", isWeekend: true, nextWorkday: "2026-02-02" },
    { date: "2026-02-28", isWeekend: true, nextWorkday: "2026-03-02" },
    { date: "2026-03-31", isWeekend: false, nextWorkday: "2026-03-31" },
  ]);
});
