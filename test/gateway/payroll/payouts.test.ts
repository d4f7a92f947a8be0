import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { AllAppsContext } from "../../../subgraphs/gateway/all-apps.types.ts";
import { movePayrollMoney } from "../../../subgraphs/gateway/payroll/payouts/move-money.job.ts";
import { PayoutFault, type PayoutProvider } from "../../../subgraphs/gateway/payroll/payouts/payouts.port.ts";
import { settlePayroll } from "../../../subgraphs/gateway/payroll/runs/settle-payroll.service.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { keepPrivate } from "../../support/private-numbers.ts";
import { until } from "../../support/poll.ts";
import { sendJson } from "../../sandbox/start-test-sandbox.ts";
import { createEmployer, type Employer } from "./employers.ts";

const first = { periodStart: "2026-01-05", periodEnd: "2026-01-18", type: "regular" };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await bank("/transfers/auto", { on: false });
  // Only one test is about webhooks; jobs that they start would do what the others do step by step.
  await bank("/webhooks/faults", { drop: true });
});
afterAll(() => app?.close());

// The shape is that of each route.
// oxlint-disable-next-line typescript/no-explicit-any
async function bank(path: string, body: object = {}): Promise<any> {
  const credentials = path.startsWith("/sandbox/") ? { client_id: "test", secret: "test" } : {};
  const answer = await sendJson("POST", `${app.sandboxUrl}/bank${path}`, { ...body, ...credentials });
  if (answer.status !== 200)
    throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const simulate = (transferId: string, eventType: string, code?: string) =>
  bank("/sandbox/transfer/simulate", {
    transfer_id: transferId,
    event_type: eventType,
    ...(code === undefined ? {} : { failure_reason: { failure_code: code } }),
  });

/** What jobs do on a day, with a provider that a test may change. */
function contextOn(day: string, payouts?: PayoutProvider): AllAppsContext {
  const ctx = app.running.platform.contextIn("gateway") as AllAppsContext;
  const at = new Date(`${day}T12:00:00.000Z`);
  return { ...ctx, clock: { now: () => at }, ports: { ...ctx.ports, ...(payouts ? { payouts } : {}) } };
}

const move = (day = "2026-01-21") => movePayrollMoney(contextOn(day));

let nextNumber = 480_000_000;

/** A number that the test app must find in no response, log line or row. */
const newNumber = () => keepPrivate(String(nextNumber++));

interface Company extends Employer {
  employees: string[];
  names: string[];
  runId: string;
}

/** An employer with a funding account and employees with a bank account each, whose run is being paid. */
async function createCompany(names: readonly string[], without: readonly string[] = []): Promise<Company> {
  const employer = await createEmployer(app);
  const { act, hire, headers } = employer;
  const seal = async () => {
    const body = { kind: "bank_account", number: newNumber(), routingNumber: "021000021" };
    return (await app.post("/payroll/secure-numbers", body, headers)).body.setupToken as string;
  };
  await act("update_payroll_settings", { legalName: `Works ${newId("x")}` });
  await act("set_payroll_funding_account", { setupToken: await seal() });
  const employees: string[] = [];
  const all: string[] = [];
  for (const firstName of [...names, ...without]) {
    const lastName = newId("x");
    const ssn = await app.post("/payroll/secure-numbers", { kind: "ssn", number: newNumber() }, headers);
    const employeeId = await hire(52_000, { firstName, lastName, ssnSetupToken: ssn.body.setupToken });
    employees.push(employeeId);
    all.push(`${firstName} ${lastName}`);
    if (!without.includes(firstName))
      await act("add_employee_bank_account", { employeeId, setupToken: await seal() });
  }
  const { runId } = await act("run_payroll", first);
  return { ...employer, employees, names: all, runId };
}

const listed = async ({ act, runId }: Company) =>
  (await act("list_payroll_transfers", { runId })) as {
    status: string;
    unpaidEmployeeIds: string[];
    transfers: {
      id: string;
      kind: string;
      employeeId: string;
      status: string;
      failureCode: string;
      attempt: number;
      amount: number;
    }[];
  };

/** Transfers of a company at the provider, by holder, in the order of their creation. */
async function atProvider({ names, ownerId }: Company) {
  const { transfers } = await bank("/transfers/present");
  const [settings] = await app.database.query<{ name: string }>(
    "SELECT legal_name AS name FROM gateway.payroll_settings WHERE owner_id = $1",
    [ownerId],
  );
  const mine = [settings!.name, ...names];
  return transfers.filter((one: { legalName: string }) => mine.includes(one.legalName)) as {
    id: string;
    type: string;
    amount: string;
    legalName: string;
    status: string;
    ach_class: string;
    description: string;
  }[];
}

async function fund(company: Company): Promise<void> {
  const debit = (await atProvider(company)).findLast(({ type }) => type === "debit")!;
  for (const step of ["posted", "settled", "funds_available"]) await simulate(debit.id, step);
}

async function settleCredits(company: Company): Promise<void> {
  for (const { id, type, status } of await atProvider(company))
    if (type === "credit" && status === "pending")
      for (const step of ["posted", "settled"]) await simulate(id, step);
}

test("a run without a payout provider awaits payment, is never paid by its date, and is paid when somebody says so", async () => {
  const { act, hire, refused } = await createEmployer(app);
  await hire(52_000);
  const { runId, status } = await act("run_payroll", first);
  expect(status).toBe("processing");
  await settlePayroll(contextOn("2026-01-20"));
  expect((await act("get_payroll_run", { runId })).status).toBe("processing");
  for (const day of ["2026-01-21", "2026-03-01"]) {
    await settlePayroll(contextOn(day));
    await move(day);
    expect(await act("get_payroll_run", { runId })).toMatchObject({
      status: "awaiting_payment",
      paidAt: null,
    });
  }
  expect((await refused("retry_payroll_payment", { runId })).code).toBe("INVALID_STATE");
  const paid = await act("mark_payroll_paid", { runId }, "2026-01-23");
  expect(paid).toMatchObject({ status: "paid", paidAt: "2026-01-23T12:00:00.000Z" });
  expect(paid.paidBy).not.toBe("provider");
  expect(await act("mark_payroll_paid", { runId }, "2026-01-24")).toEqual(paid);
  expect((await refused("mark_payroll_paid", { runId: "run_none" })).status).toBe(404);
});

test("the employer is debited first, then each employee is credited, and the run is paid when all arrived", async () => {
  const company = await createCompany(["Ana", "Ben"]);
  await settlePayroll(contextOn("2026-01-21"));
  await move();
  expect(await atProvider(company)).toMatchObject([
    { type: "debit", ach_class: "ccd", description: "PAYROLL" },
  ]);
  await move();
  const { transfers } = await listed(company);
  expect(transfers.map(({ kind, status }) => [kind, status])).toEqual([
    ["debit", "pending"],
    ["credit", "planned"],
    ["credit", "planned"],
  ]);
  expect(transfers[0]!.amount).toBeCloseTo(transfers[1]!.amount + transfers[2]!.amount, 2);
  await fund(company);
  await move();
  const sent = await atProvider(company);
  expect(sent.map(({ type, ach_class }) => [type, ach_class])).toEqual([
    ["debit", "ccd"],
    ["credit", "ppd"],
    ["credit", "ppd"],
  ]);
  expect((await company.refused("mark_payroll_paid", { runId: company.runId })).details).toMatchObject({
    rule: "transfers_under_way",
  });
  await settleCredits(company);
  await move();
  expect(await company.act("get_payroll_run", { runId: company.runId })).toMatchObject({
    status: "paid",
    paidBy: "provider",
  });
  const events = await app.database.query<{ type: string; payload: Record<string, unknown> }>(
    "SELECT type, payload FROM gateway.outbox_events WHERE owner_id = $1 AND type LIKE 'pay%' ORDER BY sequence",
    [company.ownerId],
  );
  expect(events.map(({ type }) => type)).toEqual([
    "payslip.issued",
    "payslip.issued",
    "payroll_run.processing",
    "payroll_run.paid",
  ]);
  const shown = await company.act("get_payroll_run", { runId: company.runId });
  expect(events.at(-1)!.payload).toEqual(shown);
  await move();
  expect(await atProvider(company)).toHaveLength(3);
});

test("a returned credit shows its code, leaves the run partially paid, and is repaid to a new account without a new debit", async () => {
  const company = await createCompany(["Ana", "Ben"]);
  await move();
  await fund(company);
  await move();
  await settleCredits(company);
  await move();
  const credit = (await atProvider(company)).find(({ type }) => type === "credit")!;
  await simulate(credit.id, "returned", "R03");
  await move();
  const after = await listed(company);
  expect(after.status).toBe("partially_paid");
  const returned = after.transfers.find(({ status }) => status === "returned")!;
  expect(returned.failureCode).toBe("R03");
  const body = { kind: "bank_account", number: newNumber(), routingNumber: "021000021" };
  const { setupToken } = (await app.post("/payroll/secure-numbers", body, company.headers)).body;
  await company.act("add_employee_bank_account", { employeeId: returned.employeeId, setupToken });
  await company.act("retry_payroll_payment", { runId: company.runId });
  await move();
  await settleCredits(company);
  await move();
  const sent = await atProvider(company);
  expect(sent.filter(({ type }) => type === "debit")).toHaveLength(1);
  const again = sent.filter(({ legalName }) => legalName === credit.legalName);
  expect(again.map(({ status, amount }) => [status, amount])).toEqual([
    ["returned", credit.amount],
    ["settled", credit.amount],
  ]);
  expect((await listed(company)).status).toBe("paid");
});

test("a debit that comes back after employees were paid leaves the run paid, shows what is owed, and is repeated alone", async () => {
  const company = await createCompany(["Ana"]);
  await move();
  await fund(company);
  await move();
  await settleCredits(company);
  await move();
  const [debit] = await atProvider(company);
  expect(await listed(company)).toMatchObject({ status: "paid", owed: 0 });
  expect((await company.refused("retry_payroll_payment", { runId: company.runId })).code).toBe(
    "INVALID_STATE",
  );
  await simulate(debit!.id, "returned", "R01");
  await move();
  expect(await listed(company)).toMatchObject({ status: "paid", owed: Number(debit!.amount) });
  expect(await company.act("retry_payroll_payment", { runId: company.runId })).toMatchObject({
    status: "paid",
  });
  await move();
  expect(await listed(company)).toMatchObject({ status: "paid", owed: 0 });
  expect((await company.refused("retry_payroll_payment", { runId: company.runId })).code).toBe(
    "INVALID_STATE",
  );
  await fund(company);
  await move();
  expect(await listed(company)).toMatchObject({ status: "paid", owed: 0 });
  expect((await atProvider(company)).map(({ type, amount }) => [type, amount])).toEqual([
    ["debit", debit!.amount],
    ["credit", debit!.amount],
    ["debit", debit!.amount],
  ]);
});

test("a refused debit fails the run before anybody is credited, and a repeated one pays it", async () => {
  const company = await createCompany(["Ana"]);
  await move();
  const [debit] = await atProvider(company);
  await simulate(debit!.id, "posted");
  await simulate(debit!.id, "returned", "R01");
  await move();
  const failed = await listed(company);
  expect(failed.status).toBe("failed");
  expect(failed.transfers.map(({ kind, status, failureCode }) => [kind, status, failureCode])).toEqual([
    ["debit", "returned", "R01"],
    ["credit", "cancelled", null],
  ]);
  expect((await atProvider(company)).map(({ type }) => type)).toEqual(["debit"]);
  await company.act("retry_payroll_payment", { runId: company.runId });
  await move();
  await fund(company);
  await move();
  await settleCredits(company);
  await move();
  expect((await listed(company)).status).toBe("paid");
  expect((await atProvider(company)).map(({ type }) => type)).toEqual(["debit", "debit", "credit"]);
});

test("an employee without a bank account, or whose credit the provider declines, is paid by hand and not again", async () => {
  const company = await createCompany(["Ana", "Ben"], ["Cy"]);
  await bank("/transfers/decline", { name: company.names[1], code: "RISK" });
  await move();
  await fund(company);
  await move();
  await settleCredits(company);
  await move();
  await bank("/transfers/decline");
  const some = await listed(company);
  expect(some).toMatchObject({ status: "partially_paid", unpaidEmployeeIds: [company.employees[2]] });
  expect(some.transfers.find(({ status }) => status === "declined")!.failureCode).toBe("RISK");
  expect(await company.act("mark_payroll_paid", { runId: company.runId })).toMatchObject({ status: "paid" });
  await move();
  expect((await listed(company)).transfers.map(({ status }) => status).toSorted()).toEqual([
    "funds_available",
    "paid_by_hand",
    "settled",
  ]);
  expect((await company.refused("retry_payroll_payment", { runId: company.runId })).code).toBe(
    "INVALID_STATE",
  );
});

/** A provider that the process dies at: with its nth request, before it arrives or after it was answered. */
function dyingAt(n: number, when: "before" | "after"): PayoutProvider {
  const real = contextOn("2026-01-21").ports.payouts;
  let count = 0;
  const dying = <Args extends unknown[], Reply>(call: (...args: Args) => Promise<Reply>) => {
    return async (...args: Args): Promise<Reply> => {
      count += 1;
      if (count === n && when === "before") throw new Error("killed");
      const reply = await call(...args);
      if (count >= n) throw new Error("killed");
      return reply;
    };
  };
  return {
    ...real,
    openAccount: dying(real.openAccount),
    authorize: dying(real.authorize),
    createTransfer: dying(real.createTransfer),
    readEvents: dying(real.readEvents),
  };
}

test("a process that is killed at any step of a payout leaves each person to be paid exactly once", async () => {
  const company = await createCompany(["Ana", "Ben"]);
  const steps = 14;
  const crash = async (n: number, when: "before" | "after") => {
    await movePayrollMoney(contextOn("2026-01-21", dyingAt(n, when))).catch((error: Error) => {
      expect(error.message).toBe("killed");
    });
  };
  // Each phase is tried with a death at every request, then once whole.
  const phase = async () => {
    for (let n = 1; n <= steps; n++) for (const when of ["before", "after"] as const) await crash(n, when);
    await Promise.all([move(), move()]);
  };
  await phase();
  expect((await atProvider(company)).map(({ type }) => type)).toEqual(["debit"]);
  await fund(company);
  await phase();
  expect((await atProvider(company)).map(({ type }) => type)).toEqual(["debit", "credit", "credit"]);
  await settleCredits(company);
  await phase();
  const sent = await atProvider(company);
  const credits = sent.filter(({ type }) => type === "credit");
  expect(new Set(credits.map(({ legalName }) => legalName))).toEqual(new Set(company.names));
  expect(sent).toHaveLength(3);
  expect((await listed(company)).status).toBe("paid");
});

test("an outage of the provider loses and repeats nothing, and a refused account fails its transfer alone", async () => {
  const company = await createCompany(["Ana", "Ben"]);
  const real = contextOn("2026-01-21").ports.payouts;
  const down: PayoutProvider = {
    ...real,
    openAccount: () => Promise.reject(new PayoutFault("unavailable")),
    authorize: () => Promise.reject(new PayoutFault("unavailable")),
  };
  await movePayrollMoney(contextOn("2026-01-21", down));
  expect((await listed(company)).transfers.map(({ status }) => status)).toEqual([
    "planned",
    "planned",
    "planned",
  ]);
  await move();
  await fund(company);
  let opened = 0;
  const refusing: PayoutProvider = {
    ...real,
    openAccount: (numbers) => {
      opened += 1;
      return opened === 1
        ? Promise.reject(new PayoutFault("refused", "INVALID_FIELD"))
        : real.openAccount(numbers);
    },
  };
  await movePayrollMoney(contextOn("2026-01-21", refusing));
  await settleCredits(company);
  await move();
  const { status, transfers } = await listed(company);
  expect(status).toBe("partially_paid");
  expect(transfers.filter((one) => one.failureCode === "INVALID_FIELD")).toHaveLength(1);
});

test("news of transfers that arrive before their ID is stored are kept for it, and old news change nothing", async () => {
  const company = await createCompany(["Ana"]);
  const real = contextOn("2026-01-21").ports.payouts;
  const early: PayoutProvider = {
    ...real,
    createTransfer: async (wanted) => {
      const made = await real.createTransfer(wanted);
      for (const step of ["posted", "settled", "funds_available"]) await simulate(made.transferId, step);
      // Another process reads the news first.
      await move();
      return made;
    },
  };
  await movePayrollMoney(contextOn("2026-01-21", early));
  expect((await listed(company)).transfers[0]).toMatchObject({ kind: "debit", status: "funds_available" });
});

test("the provider's webhook leads to a sync", async () => {
  const company = await createCompany(["Ana"]);
  await move();
  const [debit] = await atProvider(company);
  await bank("/webhooks/faults");
  await simulate(debit!.id, "posted");
  await bank("/webhooks/settled");
  await until(
    "the transfer is posted",
    async () => (await listed(company)).transfers[0]!.status === "posted",
  );
});

test("transfers and accounts of another tenant do not exist, and numbers of accounts are nowhere", async () => {
  const company = await createCompany(["Ana"]);
  await move();
  const other = await createEmployer(app);
  for (const name of ["list_payroll_transfers", "mark_payroll_paid", "retry_payroll_payment"])
    expect(await other.refused(name, { runId: company.runId })).toMatchObject({
      status: 404,
      code: "NOT_FOUND",
    });
  const rows = await app.database.query<{ row: string }>(
    `SELECT row_to_json(t)::text AS row FROM gateway.payroll_payout_accounts t
     UNION ALL SELECT row_to_json(t)::text FROM gateway.payroll_transfers t
     UNION ALL SELECT row_to_json(t)::text FROM gateway.idempotency_keys t`,
  );
  const vendors = ["bank", "efile", "taxfiling", "processor", "carrier"];
  const journals = await Promise.all(
    vendors.map((name) => fetch(`${app.sandboxUrl}/control/${name}/journal`).then((one) => one.text())),
  );
  expect(journals[0]).toContain("/transfer/migrate_account");
  const everything = [...rows.map(({ row }) => row), ...app.logLines, ...journals].join("\n");
  for (let number = 480_000_000; number < nextNumber; number++)
    expect(everything).not.toContain(String(number));
});
