import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventFamilies } from "../../../src/events/event-catalogue.ts";
import { historyTable, historyTables } from "../../../subgraphs/gateway/finance/history/history-tables.ts";
import { pruneHistory } from "../../../subgraphs/gateway/finance/history/history.service.ts";
import { createGatewayApp, type GatewayApp } from "../support/gateway-app.ts";
import { createPlanner, type Planner } from "./planners.ts";

let app: GatewayApp;
beforeAll(async () => {
  app = await createGatewayApp();
});
afterAll(() => app?.close());

interface Change {
  id: string;
  operation: string;
  undoesId: string | null;
  undoneById: string | null;
}

const changesOf = async ({ act }: Planner): Promise<Change[]> =>
  (await act("list_finance_changes", { limit: 100 })).changes;
const latestOf = async (planner: Planner): Promise<Change> => (await changesOf(planner))[0]!;
const undo = ({ act }: Planner, changeId: string): Promise<Change> =>
  act("undo_finance_change", { changeId });

const tables = Object.keys(historyTables);
const snapshotSql = tables
  .map((table) => {
    const unused =
      table === "finance_payees" ? "AND id IN (SELECT payee_id FROM gateway.finance_transactions)" : "";
    return `SELECT '${table}' AS name, to_jsonb(t) - ARRAY['version', 'updated_at', 'bytes'] AS row
      FROM gateway.${table} AS t WHERE t.owner_id = $1 ${unused}`;
  })
  .join(" UNION ALL ");

/** All that an account has stored, without counters of changes and payees that nothing uses. */
async function stateOf({ ownerId }: Planner): Promise<string[]> {
  const rows = await app.database.query<{ name: string; row: unknown }>(snapshotSql, [ownerId]);
  return rows.map(({ name, row }) => `${name} ${JSON.stringify(row)}`).sort();
}

/** Sums that a person sees. */
async function totalsOf({ act }: Planner) {
  const period = { from: "2025-01-01", to: "2026-12-31" };
  const [worth, flow] = [await act("get_net_worth"), await act("analyze_cashflow", period)];
  return { worth, flow };
}

async function newLedger() {
  const planner = createPlanner(app);
  const checking = await planner.account("checking", 1_000);
  const savings = await planner.account("savings", 500);
  const [food, fun] = [await planner.category("Food"), await planner.category("Fun")];
  const budgetId = (
    await planner.act("create_budget", {
      name: "Home",
      currency: "USD",
      method: "envelope",
      period: "monthly",
      categoryIds: [food, fun],
    })
  ).id as string;
  const broker = await planner.account("investment", 5_000);
  const security = { symbol: "ABC", name: "Abc", kind: "stock", currency: "USD" };
  const { id: securityId } = await planner.act("add_security", security);
  const { id: goalId } = await planner.act("create_goal", {
    name: "Roof",
    targetAmount: 90,
    accountId: savings,
  });
  const car = { name: "Car", kind: "vehicle", value: 900, asOf: "2026-01-01" };
  const { id: assetId } = await planner.act("add_asset", car);
  const made = { broker, securityId, goalId, assetId } as Record<string, string>;
  return { planner, accounts: [checking, savings], categories: [food, fun], budgetId, made };
}
type Ledger = Awaited<ReturnType<typeof newLedger>>;

/** One change of a random kind; it may be refused. */
type Step = (ledger: Ledger, pick: number) => Promise<[tool: string, input: Record<string, unknown>]>;

const transactionOf = async ({ planner }: Ledger, pick: number): Promise<string> => {
  const { transactions } = await planner.act("list_transactions", { limit: 50 });
  return transactions.length === 0 ? "trn_none" : transactions[pick % transactions.length].id;
};
const payeeOf = async ({ planner }: Ledger, pick: number): Promise<string> => {
  const { payees } = await planner.act("list_payees", { limit: 50 });
  return payees.length === 0 ? "pye_none" : payees[pick % payees.length].id;
};
const day = (pick: number) => `2026-03-${String(1 + (pick % 28)).padStart(2, "0")}`;
const cents = (pick: number) => (pick % 9_000) / 100 + 1;
const oneOf = <Item>(items: readonly Item[], pick: number): Item => items[pick % items.length]!;
const categoryOf = async ({ planner }: Ledger, pick: number): Promise<string> => {
  const { groups } = await planner.act("list_categories", {});
  const categories = (groups as { categories: { id: string }[] }[]).flatMap((group) => group.categories);
  return oneOf(categories, pick).id;
};

const steps: readonly Step[] = [
  async (ledger, pick) => [
    "add_transaction",
    {
      accountId: oneOf(ledger.accounts, pick),
      date: day(pick),
      amount: -cents(pick),
      payee: `Shop ${pick % 4}`,
      ...(pick % 3 === 0 ? { categoryId: await categoryOf(ledger, pick) } : {}),
      ...(pick % 5 === 0 ? { tags: [`tag ${pick % 2}`] } : {}),
    },
  ],
  async (ledger, pick) => [
    "update_transaction",
    { transactionId: await transactionOf(ledger, pick), amount: -cents(pick * 7), date: day(pick * 3) },
  ],
  async (ledger, pick) => {
    const transactionId = await transactionOf(ledger, pick);
    const { amount } = await ledger.planner
      .act("get_transaction", { transactionId })
      .catch(() => ({ amount: -2 }));
    const part = -1;
    const parts = [part, Math.round((amount - part) * 100) / 100].map((one, index) => ({
      categoryId: oneOf(ledger.categories, index),
      amount: one,
    }));
    return ["split_transaction", { transactionId, splits: parts }];
  },
  async (ledger, pick) => ["unsplit_transaction", { transactionId: await transactionOf(ledger, pick) }],
  async (ledger, pick) => ["delete_transaction", { transactionId: await transactionOf(ledger, pick) }],
  ({ accounts: [from, to] }, pick) =>
    Promise.resolve([
      "add_transfer",
      { fromAccountId: from, toAccountId: to, date: day(pick), amount: cents(pick), fee: pick % 2 },
    ]),
  (_ledger, pick) => Promise.resolve(["create_category", { name: `Category ${pick % 3}`, kind: "expense" }]),
  async (ledger, pick) => [
    "merge_categories",
    { sourceId: await categoryOf(ledger, pick), targetId: await categoryOf(ledger, pick + 1) },
  ],
  async (ledger, pick) => [
    "rename_payee",
    { payeeId: await payeeOf(ledger, pick), name: `Renamed ${pick % 5}` },
  ],
  async (ledger, pick) => [
    "merge_payees",
    { targetId: await payeeOf(ledger, pick), sourceIds: [await payeeOf(ledger, pick + 1)] },
  ],
  async (ledger, pick) => [
    "mark_transaction_cleared",
    { transactionIds: [await transactionOf(ledger, pick)], cleared: pick % 2 === 0 },
  ],
  ({ budgetId, categories }, pick) =>
    Promise.resolve([
      "set_budget_amount",
      { budgetId, month: "2026-03", categoryId: oneOf(categories, pick), amount: cents(pick) },
    ]),
  ({ accounts }, pick) =>
    Promise.resolve([
      "import_transactions",
      {
        accountId: oneOf(accounts, pick),
        format: "csv",
        content: `date,payee,amount\n${day(pick)},Bank line ${pick % 3},-${cents(pick)}\n${day(pick + 1)},Other,5\n`,
      },
    ]),
  ({ made }, pick) =>
    Promise.resolve([
      "record_trade",
      {
        accountId: made["broker"],
        securityId: made["securityId"],
        side: pick % 3 === 0 ? "sell" : "buy",
        date: day(pick),
        quantity: 1 + (pick % 4),
        price: cents(pick),
      },
    ]),
  ({ made }, pick) =>
    Promise.resolve(["contribute_to_goal", { goalId: made["goalId"], amount: 1 + (pick % 80) }]),
  ({ made }, pick) =>
    Promise.resolve([
      "record_asset_valuation",
      { accountId: made["assetId"], date: day(pick), value: 500 + (pick % 400) },
    ]),
];

const pickedSteps = fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(10_000)), {
  minLength: 3,
  maxLength: 14,
});

/** Makes a change; a refused one changes nothing. */
async function change(ledger: Ledger, [kind, pick]: [number, number]): Promise<void> {
  const [tool, input] = await steps[kind]!(ledger, pick);
  await ledger.planner.act(tool, input).catch(() => undefined);
}

describe("any sequence of changes and undos", () => {
  test("returns to the same totals and rows when all is undone, the latest first", async () => {
    const run = async (picked: [number, number][]) => {
      const ledger = await newLedger();
      const { planner } = ledger;
      const [before, totals] = [await stateOf(planner), await totalsOf(planner)];
      const known = new Set((await changesOf(planner)).map(({ id }) => id));
      for (const one of picked) await change(ledger, one);
      const made = (await changesOf(planner)).filter(({ id }) => !known.has(id));
      for (const { id } of made) await undo(planner, id);
      expect(await stateOf(planner)).toEqual(before);
      expect(await totalsOf(planner)).toEqual(totals);
    };
    await fc.assert(fc.asyncProperty(pickedSteps, run), { numRuns: 12 });
  }, 120_000);

  test("refuses an undo without a trace, and takes an undo back", async () => {
    const counted = { done: 0, refused: 0 };
    const run = async (picked: [number, number][], undone: number[]) => {
      const ledger = await newLedger();
      const { planner } = ledger;
      for (const [index, one] of picked.entries()) {
        await change(ledger, one);
        const pick = undone[index % undone.length]!;
        if (pick % 2 === 0) continue;
        const before = await stateOf(planner);
        const totals = await totalsOf(planner);
        const { id } = oneOf(await changesOf(planner), pick);
        const done = await undo(planner, id).catch(() => null);
        counted[done === null ? "refused" : "done"]++;
        if (done !== null && pick % 3 === 0) continue;
        if (done !== null) await undo(planner, done.id);
        expect(await stateOf(planner)).toEqual(before);
        expect(await totalsOf(planner)).toEqual(totals);
      }
    };
    const picks = fc.array(fc.nat(10_000), { minLength: 4, maxLength: 8 });
    await fc.assert(fc.asyncProperty(pickedSteps, picks, run), { numRuns: 10 });
    expect(Math.min(counted.done, counted.refused)).toBeGreaterThan(3);
  }, 120_000);
});

describe("the history", () => {
  test("names what a change did, and finds the changes of an object", async () => {
    const planner = createPlanner(app);
    const account = await planner.account("checking", 100);
    const id = await planner.book(account, "2026-03-01", -5);
    await planner.act("update_transaction", { transactionId: id, notes: "Bread", amount: -6 });
    const { changes, total } = await planner.act("list_finance_changes", { objectId: id });
    expect(total).toBe(2);
    expect(changes[0]).toMatchObject({
      operation: "updateTransaction",
      undoesId: null,
      undoneById: null,
      objectCount: 1,
      objects: [{ kind: "transaction", id, action: "updated", fields: ["amount", "notes"] }],
    });
    const undone = await undo(planner, changes[0].id);
    expect(undone).toMatchObject({ operation: "undoFinanceChange", undoesId: changes[0].id });
    expect(await planner.act("get_transaction", { transactionId: id })).toMatchObject({
      amount: -5,
      notes: null,
    });
    expect((await changesOf(planner))[1]).toMatchObject({ undoneById: undone.id });
    expect(await planner.refused("undo_finance_change", { changeId: changes[0].id })).toMatchObject({
      rule: "already_undone",
    });
  });

  test("refuses to undo what a later change touched, and names that change", async () => {
    const planner = createPlanner(app);
    const account = await planner.account("checking", 100);
    const id = await planner.book(account, "2026-03-01", -5);
    const added = await latestOf(planner);
    await planner.act("update_transaction", { transactionId: id, notes: "Bread" });
    const later = await latestOf(planner);
    const input = { changeId: added.id };
    expect(await planner.refused("undo_finance_change", input)).toMatchObject({ rule: "changed_since" });
    await undo(planner, later.id);
    await undo(planner, added.id);
    expect(await planner.refused("get_transaction", { transactionId: id })).toMatchObject({
      code: "NOT_FOUND",
    });
    const other = createPlanner(app);
    expect(await other.refused("undo_finance_change", input)).toMatchObject({ code: "NOT_FOUND" });
    expect((await other.act("list_finance_changes", { objectId: id })).total).toBe(0);
  });

  test("protects reconciled days, until the reconciliation itself is undone", async () => {
    const planner = createPlanner(app);
    const account = await planner.account("checking", 100);
    await planner.book(account, "2026-02-10", -30);
    const reconciled = await latestOf(planner);
    const late = await planner.book(account, "2026-02-12", -7, { status: "pending" });
    const pending = await latestOf(planner);
    const statement = { accountId: account, statementDate: "2026-02-28", statementBalance: 70 };
    expect(await planner.act("reconcile_account", statement)).toMatchObject({ reconciled: 1 });
    const reconciliation = await latestOf(planner);
    expect(await planner.refused("undo_finance_change", { changeId: pending.id })).toMatchObject({
      rule: "reconciled_period",
    });
    expect(await planner.refused("undo_finance_change", { changeId: reconciled.id })).toMatchObject({
      rule: "changed_since",
    });
    await planner.book(account, "2026-03-02", -1);
    await undo(planner, (await latestOf(planner)).id);
    await undo(planner, reconciliation.id);
    await undo(planner, pending.id);
    await undo(planner, reconciled.id);
    expect((await planner.act("get_net_worth")).netWorth).toBe(100);
    expect(await planner.refused("get_transaction", { transactionId: late })).toMatchObject({
      code: "NOT_FOUND",
    });
  });

  test("undoes no purchase whose units are sold, no entry of a closed account, and only the latest value", async () => {
    const planner = createPlanner(app);
    const account = await planner.account("investment", 1_000);
    const security = { symbol: "ABC", name: "Abc", kind: "stock", currency: "USD" };
    const { id: securityId } = await planner.act("add_security", security);
    const trade = { accountId: account, securityId, price: 10 };
    await planner.act("record_trade", { ...trade, side: "buy", date: "2026-02-01", quantity: 10 });
    const bought = await latestOf(planner);
    await planner.act("record_trade", { ...trade, side: "sell", date: "2026-02-05", quantity: 4 });
    const sold = await latestOf(planner);
    const refusedRule = async (changeId: string) =>
      (await planner.refused("undo_finance_change", { changeId })).rule;
    expect(await refusedRule(bought.id)).toBe("lot_in_use");
    await undo(planner, sold.id);
    await undo(planner, bought.id);
    expect((await planner.act("list_trades", {})).total).toBe(0);

    const checking = await planner.account("checking", 0);
    await planner.book(checking, "2026-02-01", 5);
    const booked = await latestOf(planner);
    const target = await planner.account("savings", 0);
    await planner.act("close_account", { accountId: checking, transferTo: target });
    expect(await planner.refused("undo_finance_change", { changeId: booked.id })).toMatchObject({
      code: "INVALID_STATE",
    });

    const facts = { name: "Car", kind: "vehicle", value: 900, asOf: "2026-01-01" };
    const { id: accountId } = await planner.act("add_asset", facts);
    await planner.act("record_asset_valuation", { accountId, date: "2026-02-01", value: 800 });
    const first = await latestOf(planner);
    await planner.act("record_asset_valuation", { accountId, date: "2026-03-01", value: 750 });
    expect(await refusedRule(first.id)).toBe("later_valuation");
  });

  test("brings a deleted receipt back with its bytes", async () => {
    const planner = createPlanner(app);
    const id = await planner.book(await planner.account("checking", 100), "2026-03-01", -5);
    const bytes = Buffer.from("%PDF-1.4 receipt");
    await app.database.query(
      `INSERT INTO gateway.finance_receipts (id, owner_id, transaction_id, filename, content_type, size, sha256, bytes, created_at)
       VALUES ($1, $2, $3, 'r.pdf', 'application/pdf', $4, 'x', $5, now())`,
      [`frc_${id}`, planner.ownerId, id, bytes.length, bytes],
    );
    await planner.act("delete_transaction", { transactionId: id });
    const deleted = await latestOf(planner);
    const stored = "SELECT bytes FROM gateway.finance_receipts WHERE transaction_id = $1";
    expect(await app.database.query(stored, [id])).toEqual([]);
    const { objects } = deleted as unknown as { objects: { kind: string }[] };
    expect(objects.map(({ kind }) => kind)).toContain("receipt");
    await undo(planner, deleted.id);
    expect(await app.database.query(stored, [id])).toEqual([{ bytes }]);
  });

  test("covers every table of the app but states of alerts, and forgets changes after 90 days", async () => {
    const sql = `SELECT c.relname AS name, count(t.tgname)::int AS triggers,
        (SELECT jsonb_agg(a.attname ORDER BY k.at) FROM pg_index AS i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, at)
         JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.number WHERE i.indrelid = c.oid AND i.indisprimary) AS key
      FROM pg_class AS c LEFT JOIN pg_trigger AS t ON t.tgrelid = c.oid AND t.tgname LIKE 'finance_record%'
      WHERE c.relnamespace = 'gateway'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'finance\\_%' GROUP BY c.oid`;
    type Found = { name: string; triggers: number; key: string[] };
    const found = await app.database.query<Found>(sql, []);
    const recorded = new Map(
      found.filter(({ triggers }) => triggers === 3).map(({ name, key }) => [name, key]),
    );
    expect([...recorded.keys()].sort()).toEqual(tables.toSorted());
    for (const [name, { key }] of Object.entries(historyTables))
      expect(recorded.get(name), name).toEqual(key);
    const without = found.filter(({ name }) => !recorded.has(name)).map(({ name }) => name);
    expect(without.sort()).toEqual([
      "finance_alert_events",
      "finance_alert_states",
      "finance_change_files",
      "finance_change_rows",
      "finance_changes",
    ]);

    const cascades = `SELECT DISTINCT con.conrelid::regclass::text AS child, con.confrelid::regclass::text AS parent, a.attname AS column
      FROM pg_constraint AS con JOIN pg_attribute AS a ON a.attrelid = con.conrelid AND a.attnum = con.conkey[1]
      WHERE con.contype = 'f' AND con.confdeltype IN ('c', 'n') AND con.connamespace = 'gateway'::regnamespace
        AND con.conrelid::regclass::text LIKE '%finance\\_%'`;
    type Cascade = { child: string; parent: string; column: string };
    for (const { child, parent, column } of await app.database.query<Cascade>(cascades, [])) {
      const name = child.replace("gateway.", "") as keyof typeof historyTables;
      if (!tables.includes(name)) continue;
      const { goesWith } = historyTable(name);
      expect(goesWith?.[column], `${name}.${column}`).toBe(parent.replace("gateway.", ""));
    }

    const planner = createPlanner(app);
    await planner.act("create_tag", { name: "old" }, "2025-06-01");
    await planner.act("create_tag", { name: "new" }, new Date().toISOString().slice(0, 10));
    await pruneHistory(app.contextFor(null));
    expect((await changesOf(planner)).map(({ operation }) => operation)).toEqual(["createTag"]);
  });
});

test("events of the app have every field of their type, once for each change", async () => {
  const { planner, accounts, made } = await newLedger();
  const { act } = planner;
  const [checking] = accounts as [string, string];
  const content = "date,payee,amount\n2026-03-01,Shop,-5\nx,Shop,1\n";
  const batch = await act("import_transactions", { accountId: checking, format: "csv", content });
  await act("undo_import", { batchId: batch.id });
  await act("reconcile_account", {
    accountId: checking,
    statementDate: "2026-02-28",
    statementBalance: 1_000,
  });
  await act("reconcile_account", { accountId: checking, statementDate: "2026-02-28", statementBalance: 1 });
  await act("contribute_to_goal", { goalId: made["goalId"], amount: 90 });
  await act("contribute_to_goal", { goalId: made["goalId"], amount: 5 }).catch(() => undefined);
  await act("close_goal", { goalId: made["goalId"], outcome: "reached" });
  const bill = { payee: "Rent", amount: 9, rrule: "FREQ=DAILY", startsOn: "2026-03-01", accountId: checking };
  const { id: billId } = await act("create_bill", bill);
  await act("mark_bill_paid", { billId, occurrenceDate: "2026-03-02" });
  await act("mark_bill_paid", { billId, occurrenceDate: "2026-03-02" });
  await act("skip_bill", { billId, occurrenceDate: "2026-03-03" });
  const trade = { accountId: made["broker"], securityId: made["securityId"], side: "buy" };
  await act("record_trade", { ...trade, date: "2026-03-01", quantity: 1, price: 2 });
  await undo(planner, (await latestOf(planner)).id);
  type Sent = { type: string; object: Record<string, unknown> };
  const sql = `SELECT type, payload -> 'object' AS object FROM gateway.outbox_events WHERE owner_id = $1 AND type LIKE 'finance.%'
    ORDER BY sequence`;
  const sent = await app.database.query<Sent>(sql, [planner.ownerId]);
  expect(sent.map(({ type }) => type)).toEqual([
    "finance.import.applied",
    "finance.import.undone",
    "finance.account.reconciled",
    "finance.goal.reached",
    "finance.goal.closed",
    "finance.bill.paid",
    "finance.bill.skipped",
    "finance.trade.recorded",
    "finance.change.undone",
  ]);
  const families = new Map(eventFamilies.map((family) => [family.name, family]));
  for (const { type, object } of sent) {
    const { example } = families.get(type.slice(0, type.lastIndexOf(".")))!;
    expect(Object.keys(object).sort(), type).toEqual(Object.keys(example).sort());
  }
});
