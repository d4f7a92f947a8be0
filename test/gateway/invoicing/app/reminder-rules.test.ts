import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../../../src/time/clock.ts";
import { newId } from "../../../../src/ids.ts";
import {
  findDueReminders,
  sendDueReminder,
} from "../../../../subgraphs/gateway/invoicing/reminder-rules/send-due-reminders.service.ts";
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
