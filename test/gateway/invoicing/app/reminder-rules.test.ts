import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../../src/time/clock.ts";
import { newId } from "../../../../src/ids.ts";
import {
  findDueReminders,
  sendDueReminder,
} from "../../../../subgraphs/gateway/invoicing/reminder-rules/send-due-reminders.service.ts";
import {
  lateFeeMinor,
  type LateFeeTerms,
  type LateInvoice,
} from "../../../../subgraphs/gateway/invoicing/late-fees/late-fee.ts";
import { createGatewayApp, type GatewayApp } from "../../support/gateway-app.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

const types = {
  createInvoice: ["CreateInvoiceInput", "id"],
  markInvoiceSent: ["MarkInvoiceSentInput", "id"],
  markInvoicePaid: ["MarkInvoicePaidInput", "id"],
  updateInvoiceSettings: [
    "UpdateInvoiceSettingsInput",
    "lateFee { percent annualPercent fixedAmount fixedCurrency maxPercent maxAnnualPercent }",
  ],
  cancelInvoice: ["CancelInvoiceInput", "id"],
  createReminderRule: ["CreateReminderRuleInput", "id name template isActive offsets { days relativeTo }"],
  updateReminderRule: ["UpdateReminderRuleInput", "id name template isActive offsets { days relativeTo }"],
  deleteReminderRule: ["ReminderRuleIdInput", "id deleted"],
} as const;

function newAccount() {
  const ownerId = newId("usr");
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`);
  const send = (name: keyof typeof types, input: Record<string, unknown>, day = "2026-03-02") => {
    const [type, fields] = types[name];
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
    return app.run(query, { input }, { ownerId, at: at(day) });
  };
  const act = async (name: keyof typeof types, input: Record<string, unknown>, day?: string) => {
    const { data, error } = await send(name, input, day);
    expect(error, JSON.stringify(error)).toBeUndefined();
    return data[name];
  };
  const issued = async (dueDate: string): Promise<string> => {
    const items = [{ description: "Work", amount: 10 }];
    const { id } = await act("createInvoice", { client: "ana@client.example", items, dueDate });
    await act("markInvoiceSent", { invoiceId: id });
    return id;
  };
  /** What the hourly job does at noon of a day, by several schedulers at once. */
  const tick = async (day: string) => {
    const clock = fixedClock(at(day));
    const due = await findDueReminders({ ...app.contextFor(null), clock });
    const own = due.filter((reminder) => reminder.ownerId === ownerId);
    const sends = [...own, ...own].map((one) => sendDueReminder({ ...app.contextFor(ownerId), clock }, one));
    await Promise.allSettled(sends);
  };
  const sent = () =>
    app.database.query(
      `SELECT invoice_id AS id, sent_on::text AS day, template FROM gateway.payment_reminders
       WHERE owner_id = $1 ORDER BY sent_on, invoice_id`,
      [ownerId],
    );
  return { act, send, issued, tick, sent };
}

test("a rule reminds before and after the due date, once per day", async () => {
  const { act, issued, tick, sent } = newAccount();
  await act("createReminderRule", {
    name: "Gentle",
    offsets: [{ days: 7 }, { days: -3 }],
    template: "friendly",
  });
  await act("createReminderRule", { name: "Firm", offsets: [{ days: 7 }, { days: 30 }], template: "firm" });
  const id = await issued("2026-03-20");
  for (const day of ["2026-03-16", "2026-03-17", "2026-03-20", "2026-03-27", "2026-03-27", "2026-04-19"])
    await tick(day);
  expect(await sent()).toEqual([
    { id, day: "2026-03-17", template: "friendly" },
    { id, day: "2026-03-27", template: "friendly" },
    { id, day: "2026-04-19", template: "firm" },
  ]);
});

test("paid invoices, paused rules and deleted rules remind nobody", async () => {
  const { act, issued, tick, sent } = newAccount();
  const rule = await act("createReminderRule", { name: "Late", offsets: [{ days: 1 }] });
  const [paid, open] = [await issued("2026-03-20"), await issued("2026-03-21")];
  await act("markInvoicePaid", { invoiceId: paid });
  await tick("2026-03-21");
  const paused = await act("updateReminderRule", { ruleId: rule.id, isActive: false });
  expect(paused).toMatchObject({ name: "Late", isActive: false, template: "standard" });
  await tick("2026-03-22");
  expect(await sent()).toEqual([]);
  const moved = { ruleId: rule.id, isActive: true, offsets: [{ days: 2 }] };
  expect(await act("updateReminderRule", moved)).toMatchObject({ offsets: [{ days: 2, relativeTo: "due" }] });
  await tick("2026-03-23");
  expect(await sent()).toEqual([{ id: open, day: "2026-03-23", template: "standard" }]);
  await act("deleteReminderRule", { ruleId: rule.id });
  await act("createInvoice", { client: "x@client.example", items: [{ description: "x", amount: 1 }] });
  await issued("2026-03-22");
  await tick("2026-03-24");
  expect(await sent()).toHaveLength(1);
});

test("stages of a rule are on different days, and another account's rule does not exist", async () => {
  const one = newAccount();
  const twice = await one.send("createReminderRule", { name: "Twice", offsets: [{ days: 1 }, { days: 1 }] });
  expect(twice.code).toBe("VALIDATION_ERROR");
  const { id: ruleId } = await one.act("createReminderRule", { name: "Mine", offsets: [{ days: 1 }] });
  const other = newAccount();
  for (const name of ["updateReminderRule", "deleteReminderRule"] as const)
    expect((await other.send(name, { ruleId })).code).toBe("NOT_FOUND");
});

test("stages charge late fees within the limits, each once, as invoices of their own that are never late", async () => {
  const { act, send, issued, tick } = newAccount();
  const noLimit = await send("updateInvoiceSettings", { lateFee: { percent: 5 } });
  expect(noLimit.error?.extensions?.["details"]).toMatchObject({ fields: [{ path: "lateFee.maxPercent" }] });
  const lateFee = { percent: 5, fixedAmount: 1, fixedCurrency: "USD", maxPercent: 20 };
  expect(await act("updateInvoiceSettings", { lateFee })).toMatchObject({ lateFee });
  const early = await send("createReminderRule", {
    name: "Early",
    offsets: [{ days: 0, chargesLateFee: true }],
  });
  expect(early.code).toBe("VALIDATION_ERROR");
  const stages = [7, 14, 30].map((days) => ({ days, chargesLateFee: true }));
  await act("createReminderRule", { name: "Fees", offsets: [{ days: 3 }, ...stages] });
  const id = await issued("2026-03-01");
  const days = ["2026-03-04", "2026-03-08", "2026-03-08", "2026-03-15", "2026-03-31", "2026-05-01"];
  for (const day of days) await tick(day);
  // 5 % of 10.00 and 1.00 are 1.50; the second fee reaches the limit of 20 % of the total.
  const fees = await app.database.query(
    `SELECT f.stage_days AS days, f.amount_minor::int AS amount, i.status, i.total_minor::int AS total,
       l.description, i.number IS NOT NULL AS numbered, i.tax_minor::int AS tax
     FROM gateway.late_fees f JOIN gateway.invoices i ON i.id = f.fee_invoice_id
     JOIN gateway.invoice_lines l ON l.invoice_id = i.id WHERE f.invoice_id = $1 ORDER BY f.stage_days`,
    [id],
  );
  const fee = { status: "sent", description: "Late fee for invoice INV-000001", numbered: true, tax: 0 };
  expect(fees).toEqual([
    { days: 7, amount: 150, total: 150, ...fee },
    { days: 14, amount: 50, total: 50, ...fee },
  ]);
  const mails = await app.jobsOf("send-invoice-mail");
  expect(mails.filter((mail) => mail["invoiceId"] === id)).toHaveLength(4);
});

test("a late fee is interest by days, at most the legal rate, and rounds limits down", () => {
  const none = { percent: null, annualPercent: null, fixed: null, maxPercent: null, maxAnnualPercent: null };
  const invoice = {
    currency: "EUR",
    totalMinor: 100_000,
    amountDueMinor: 80_000,
    daysLate: 30,
    chargedMinor: 0,
    chargedDays: 0,
  };
  const fee = (terms: Partial<LateFeeTerms>, over: Partial<LateInvoice> = {}) =>
    lateFeeMinor({ ...none, ...terms }, { ...invoice, ...over });
  // 800.00 at 11.62 % for 30 of 365 days: 7.6405.
  expect(fee({ annualPercent: 116_200 })).toBe(764);
  expect(fee({ annualPercent: 116_200 }, { chargedDays: 20 })).toBe(255);
  expect(fee({ fixed: { amountMinor: 4_000, currency: "EUR" } })).toBe(4_000);
  expect(fee({ fixed: { amountMinor: 4_000, currency: "USD" } })).toBe(0);
  // 1,000.00 at 8 % for 30 days: 6.5753, rounded down.
  expect(fee({ percent: 50_000, maxAnnualPercent: 80_000 })).toBe(657);
  expect(fee({ percent: 50_000, maxAnnualPercent: 80_000 }, { chargedMinor: 600 })).toBe(57);
  expect(fee({ percent: 50_000, maxPercent: 10_000 }, { chargedMinor: 1_000 })).toBe(0);
});
