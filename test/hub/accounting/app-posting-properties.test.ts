import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../src/ids.ts";
import type { LedgerFact } from "../../../subgraphs/hub/accounting/app-postings/ledger-source.port.ts";
import { postBatch } from "../../../subgraphs/hub/accounting/app-postings/sync-app.service.ts";
import { readReceivableAging } from "../../../subgraphs/hub/accounting/receivables/receivable-aging.service.ts";
import { costOfUse } from "../../../subgraphs/hub/credits/credit-value.ts";
import { createHubApp, type HubApp } from "../support/hub-app.ts";

let app: HubApp;
beforeAll(async () => {
  app = await createHubApp();
});
afterAll(() => app?.close());

const amount = fc.integer({ min: 1, max: 100_000 });
const date = fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, "0")}`);
const amountsOf: Record<string, fc.Arbitrary<Record<string, number>>> = {
  invoice: fc.record({ net: amount, tax: amount }),
  invoice_void: fc.record({ net: amount.map((net) => -net), tax: amount.map((tax) => -tax) }),
  payment: fc.record({ applied: amount, unapplied: amount }),
  payment_allocation: fc.record({
    amount: fc.oneof(
      amount,
      amount.map((minor) => -minor),
    ),
  }),
  credit_note: fc.record({ net: amount, tax: amount }),
  write_off: fc.record({ amount }),
  tax_deposit: fc.record({ amount }),
};
/** Invoices of a client are items; two in three of what settles says which one. */
function itemOf(
  { kind, date: day }: { kind: string; date: string },
  index: number,
): Pick<LedgerFact, "item" | "dueOn"> {
  if (kind === "invoice") return { item: `rec_${index}`, dueOn: day.replace("-02-", "-03-") };
  return { item: index % 3 === 2 ? null : `rec_${index - 3}`, dueOn: null };
}

const facts = fc
  .array(
    fc
      .constantFrom(...Object.keys(amountsOf))
      .chain((kind) => fc.record({ kind: fc.constant(kind), date, amounts: amountsOf[kind]! })),
    { minLength: 1, maxLength: 8 },
  )
  .map((list) =>
    list.map((fact, index): LedgerFact => {
      const rest = { currency: "USD", memo: "Generated", party: `cli_${index % 3}`, category: null };
      return { ...fact, ...rest, id: `rec_${index}`, ...itemOf(fact, index) };
    }),
  );

/** Debits less credits by account and day, and by client. */
async function ledgerOf(ownerId: string): Promise<unknown> {
  return app.database.query(
    `SELECT a.code, l.date::text, l.client, sum(l.debit - l.credit)::float8 AS amount FROM hub.accounting_lines l
     JOIN hub.accounting_accounts a ON a.id = l.account_id WHERE l.owner_id = $1
     GROUP BY a.code, l.date, l.client HAVING sum(l.debit - l.credit) <> 0 ORDER BY a.code, l.date, l.client`,
    [ownerId],
  );
}

async function post(batches: readonly (readonly LedgerFact[])[]): Promise<unknown> {
  const ownerId = newId("usr");
  const ctx = app.contextFor(ownerId);
  for (const batch of batches) await postBatch(ctx, "invoicer", batch);
  return ledgerOf(ownerId);
}

test("records in any order, sent any number of times and in any batches, give the same ledger", async () => {
  const sent = facts.chain((all) => {
    const twice = [...all, ...all];
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(twice, { minLength: twice.length }), fc.nat(16));
  });
  const runs = fc.asyncProperty(sent, async ([all, shuffled, cut]) => {
    expect(await post([shuffled.slice(0, cut), shuffled.slice(cut)])).toEqual(await post([all]));
  });
  await fc.assert(runs, { numRuns: 12 });
});

test("a record that changes again and again ends as if it had always been so", async () => {
  const runs = fc.asyncProperty(facts, facts, async (first, last) => {
    const kinds = new Map(last.map(({ id, kind }) => [id, kind]));
    // A record keeps its kind and its ID; what it means may change.
    const earlier = first.filter(({ id, kind }) => kinds.get(id) === kind);
    expect(await post([earlier, last, earlier, last])).toEqual(await post([last]));
  });
  await fc.assert(runs, { numRuns: 8 });
});

/** What a client owes by due date: items that are settled first, then the earliest ones by what is left of the credit. */
function agingOf(records: readonly LedgerFact[], asOf: string): Map<string, Record<string, number>> {
  const effects: Record<string, (amounts: LedgerFact["amounts"]) => number> = {
    invoice: ({ net, tax }) => net! + tax!,
    invoice_void: ({ net, tax }) => net! + tax!,
    payment: ({ applied }) => -applied!,
    payment_allocation: ({ amount: minor }) => -minor!,
    write_off: ({ amount: minor }) => -minor!,
  };
  const clients = new Map<string, Record<string, number>>();
  for (const [party, own] of Map.groupBy(records, (record) => record.party!)) {
    const items = new Map<string, { net: number; due: string | null; first: string; debit: string | null }>();
    for (const record of own) {
      const net = effects[record.kind]?.(record.amounts) ?? 0;
      if (net === 0) continue;
      const key = record.item ?? (record.kind === "invoice_void" ? record.id : `alone ${record.id}`);
      const item = items.get(key) ?? { net: 0, due: null, first: "9", debit: null };
      item.net += net;
      if (record.dueOn) item.due = record.dueOn;
      if (record.date < item.first) item.first = record.date;
      if (net > 0 && (item.debit === null || record.date < item.debit)) item.debit = record.date;
      items.set(key, item);
    }
    const open = [...items.values()].filter(({ net }) => net !== 0);
    let credit = open.reduce((sum, { net }) => sum - Math.min(net, 0), 0);
    const sums: Record<string, number> = {};
    const dated = open
      .filter(({ net }) => net > 0)
      .map(({ net, due, first, debit }) => ({ net, due: due ?? debit ?? first }));
    for (const { net, due } of dated.toSorted((one, two) => (one.due < two.due ? -1 : 1))) {
      const used = Math.min(credit, net);
      credit -= used;
      const days = (Date.parse(asOf) - Date.parse(due)) / 86_400_000;
      const bucket = days <= 0 ? "current" : days <= 30 ? "d1_30" : days <= 60 ? "d31_60" : "d61_90";
      sums[bucket] = (sums[bucket] ?? 0) + net - used;
    }
    if (credit > 0) sums.unapplied = -credit;
    const shown = Object.entries(sums).filter(([, minor]) => minor !== 0);
    if (shown.length > 0) clients.set(party, Object.fromEntries(shown));
  }
  return clients;
}

test("aging of receivables is what each client's items give, and adds up to the control account", async () => {
  const asOf = "2026-04-05";
  const runs = fc.asyncProperty(facts, async (all) => {
    const ctx = app.contextFor(newId("usr"));
    await postBatch(ctx, "invoicer", all);
    const { clients, totals, ledgerBalance, difference } = await readReceivableAging(ctx, { asOf });
    const shown = clients.map(({ client, total: _total, ...buckets }) => [
      client,
      Object.fromEntries(
        Object.entries(buckets)
          .filter(([, major]) => major !== 0)
          .map(([bucket, major]) => [bucket, Math.round(major * 100)]),
      ),
    ]);
    expect(new Map(shown as [string, Record<string, number>][])).toEqual(agingOf(all, asOf));
    expect([totals.total, difference]).toEqual([ledgerBalance, 0]);
  });
  await fc.assert(runs, { numRuns: 10 });
});

test("the cost of used credits and of what is left is what was paid, less what was refunded", () => {
  const credits = fc.integer({ min: 0, max: 5_000 });
  const days = fc.array(fc.record({ bought: credits, granted: credits, used: credits }), { maxLength: 30 });
  const runs = fc.property(days, (list) => {
    let left = 0;
    const given = list.map(({ bought, granted, used }, index) => {
      const spent = Math.min(used, left + bought + granted);
      left += bought + granted - spent;
      const at = `2026-02-${String(index + 1).padStart(2, "0")}`;
      const money = { paid: { USD: bought * 3 }, refunded: {} };
      return { accountId: "acc", date: at, added: bought + granted, used: spent, reversed: 0, ...money };
    });
    const cost = costOfUse(given).reduce((sum, use) => sum + use.amount, 0);
    const paid = list.reduce((sum, { bought }) => sum + bought * 3, 0);
    expect(cost).toBeGreaterThanOrEqual(0);
    expect(cost).toBeLessThanOrEqual(paid);
    if (left === 0) expect(cost).toBe(paid);
  });
  fc.assert(runs);
  // 100 credits for 10.00, 100 free: a quarter of them costs 2.50. A refund of half of the payment takes 5.00 off the rest.
  const day = { accountId: "acc", added: 0, used: 0, reversed: 0, paid: {}, refunded: {} };
  const known = [
    { ...day, date: "2026-02-01", added: 20_000, used: 5_000, paid: { USD: 1_000 } },
    { ...day, date: "2026-02-02", reversed: 5_000, refunded: { USD: 500 }, used: 10_000 },
  ];
  expect(costOfUse(known).map(({ amount: minor }) => minor)).toEqual([250, 250]);
});
