import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { toMajor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { listLedgerAccountRows, type LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { openPayables } from "../bills/payable-aging.service.ts";
import { emptyLedger, findLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { readMapping } from "./ledger-mapping.rows.ts";
import type { LedgerSlotName } from "./ledger-slots.ts";
import type { LedgerFact, OpenItem } from "./ledger-source.port.ts";
import { slotLinesOf } from "./posting-rules.ts";
import { factPages, readOpenItems } from "./read-facts.service.ts";
import { byHand, differencesOf, type Difference } from "./subledger-differences.ts";
import { controlByParty, controlEntries, countingEntries } from "./subledger.rows.ts";
import type {
  SubledgerControl,
  SubledgerControlName,
  SubledgerParty,
  SubledgerReconciliation,
  SubledgerReconciliationArgs,
} from "./subledger.types.ts";

interface AppControl {
  control: Exclude<SubledgerControlName, "payables">;
  appId: string;
  slot: LedgerSlotName;
  /** 1 where debits are positive. */
  sign: 1 | -1;
  hasParties: boolean;
}

const appControls: readonly AppControl[] = [
  { control: "receivables", appId: "invoicer", slot: "receivables", sign: 1, hasParties: true },
  { control: "customer_credits", appId: "invoicer", slot: "customer_credits", sign: -1, hasParties: true },
  {
    control: "booking_deposits",
    appId: "event-manager",
    slot: "booking_deposits",
    sign: -1,
    hasParties: true,
  },
  { control: "payroll_taxes", appId: "payroll", slot: "payroll_taxes_payable", sign: -1, hasParties: false },
];

const [maxParties, maxDifferences] = [1_000, 200];
/** Open items that a report reads; their sum is exact up to here. */
const maxItems = 100_000;

/**
 * Compares what is open in the apps and on vendor bills with the control accounts at the end of a day. Every difference is
 * explained by the records and entries that cause it. Throws INVALID_CURRENCY.
 */
export async function reconcileSubledgers(
  ctx: HubContext,
  args: SubledgerReconciliationArgs,
): Promise<SubledgerReconciliation> {
  const asOf = args.asOf ?? ctx.clock.now().toISOString().slice(0, 10);
  const ledger = await inTransaction(
    ctx,
    async (em) => (await findLedger(em, ctx, args.currency)) ?? emptyLedger(ctx, args.currency),
    { readOnly: true },
  );
  const { currency } = ledger;
  // The apps are asked first: what is posted meanwhile is rather in the ledger than not.
  const apps = [...new Set(appControls.map(({ appId }) => appId))];
  const items = new Map<string, OpenItem[]>();
  for (const appId of apps)
    items.set(appId, await readOpenItems(ctx, { appId, asOf, currency, limit: maxItems }));
  const facts = lazyFacts(ctx, { asOf, currency });
  const read = { ctx, ledger, asOf };
  const controls: SubledgerControl[] = [];
  for (const one of appControls) {
    const open = items.get(one.appId)!.filter(({ control }) => control === one.control);
    const compared = await compareApp(read, one, open);
    controls.push(await explain(read, { compared, one, facts }));
  }
  controls.splice(3, 0, await comparePayables(read));
  return {
    asOf,
    currency,
    isReconciled: controls.every(
      ({ difference, differenceCount }) => difference === 0 && differenceCount === 0,
    ),
    controls,
  };
}

interface Read {
  ctx: HubContext;
  ledger: LedgerRow;
  asOf: string;
}

interface ComparedSums {
  accounts: readonly LedgerAccountRow[];
  subledger: number;
  ledger: number;
  parties: SubledgerParty[];
}

function inSnapshot<T>({ ctx }: Read, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return inTransaction(ctx, work, { readOnly: true, isolationLevel: "repeatable read" });
}

function compareApp(read: Read, one: AppControl, open: readonly OpenItem[]): Promise<ComparedSums> {
  const { ledger, asOf } = read;
  return inSnapshot(read, async (em) => {
    const mapped = (await readMapping(em, ledger)).find(({ slot }) => slot === one.slot)?.account;
    const accounts = mapped ? [mapped] : [];
    const booked = await controlByParty(em, { ledger, accountIds: accounts.map(({ id }) => id), asOf });
    const sums = new Map<string | null, { subledger: number; ledger: number }>();
    const at = (party: string | null) => {
      const sum = sums.get(party) ?? { subledger: 0, ledger: 0 };
      sums.set(party, sum);
      return sum;
    };
    for (const { party, openMinor } of open) at(party).subledger += openMinor;
    for (const { party, amount } of booked) at(party).ledger += amount * one.sign;
    const parties = [...sums].map(([party, sum]) => ({
      party,
      ...sum,
      difference: sum.ledger - sum.subledger,
    }));
    const total = (name: "subledger" | "ledger") => parties.reduce((sum, part) => sum + part[name], 0);
    return {
      accounts,
      subledger: total("subledger"),
      ledger: total("ledger"),
      parties: one.hasParties ? parties.filter((party) => party.ledger !== 0 || party.subledger !== 0) : [],
    };
  });
}

/** Reads records and entries only where something differs. */
async function explain(
  read: Read,
  { compared, one, facts }: { compared: ComparedSums; one: AppControl; facts: Facts },
): Promise<SubledgerControl> {
  const isEqual =
    compared.ledger === compared.subledger && compared.parties.every(({ difference }) => difference === 0);
  const differences = isEqual ? [] : await differencesIn(read, { compared, one, facts });
  return present(read, one.control, compared, differences);
}

async function differencesIn(
  read: Read,
  { compared, one, facts }: { compared: ComparedSums; one: AppControl; facts: Facts },
): Promise<Difference[]> {
  const { ledger, asOf } = read;
  const all = await facts(one.appId);
  return inSnapshot(read, async (em) => {
    const accountIds = compared.accounts.map(({ id }) => id);
    const mapping = new Map((await readMapping(em, ledger)).map(({ slot, account }) => [slot, account?.id]));
    const effectOf = (fact: LedgerFact) =>
      slotLinesOf(fact)
        // A chart without the account has no lines; the records are then missing in full.
        .filter(({ slot }) => slot === one.slot || accountIds.includes(mapping.get(slot) ?? ""))
        .reduce((sum, { debit, credit }) => sum + debit - credit, 0);
    const entries = await controlEntries(em, { ledger, accountIds, asOf });
    const counting = await countingEntries(em, ledger, one.appId);
    const records = all.map((fact) => ({ fact, effect: effectOf(fact) }));
    const found = differencesOf({ app: one.appId, asOf, records, entries, counting });
    return found.map((difference) => ({ ...difference, minor: difference.minor * one.sign }));
  });
}

function comparePayables(read: Read): Promise<SubledgerControl> {
  const { ledger, asOf } = read;
  return inSnapshot(read, async (em) => {
    const accounts = (await listLedgerAccountRows(em, ledger)).filter(
      ({ category }) => category === "payable",
    );
    const { owed, balance } = await openPayables(em, ledger, asOf);
    const compared = { accounts, subledger: owed, ledger: balance, parties: [] };
    const isEqual = owed === balance;
    const accountIds = accounts.map(({ id }) => id);
    const entries = isEqual ? [] : await controlEntries(em, { ledger, accountIds, asOf });
    const differences = entries.filter(({ isOfBill }) => !isOfBill).map(byHand);
    const credits = differences.map((difference) => ({ ...difference, minor: -difference.minor }));
    return present(read, "payables", compared, credits);
  });
}

function present(
  { ledger: { currency } }: Read,
  control: SubledgerControlName,
  { accounts, subledger, ledger, parties }: ComparedSums,
  differences: readonly Difference[],
): SubledgerControl {
  const major = (minor: number) => toMajor(minor, currencyDecimals(currency));
  const byDifference = (one: SubledgerParty, two: SubledgerParty) =>
    Math.abs(two.difference) - Math.abs(one.difference) || ((one.party ?? "") < (two.party ?? "") ? -1 : 1);
  return {
    control,
    accountCodes: accounts.map(({ code }) => code),
    subledger: major(subledger),
    ledger: major(ledger),
    difference: major(ledger - subledger),
    parties: parties
      .toSorted(byDifference)
      .slice(0, maxParties)
      .map(({ party, ...sums }) => ({
        party,
        subledger: major(sums.subledger),
        ledger: major(sums.ledger),
        difference: major(sums.difference),
      })),
    differences: differences
      .slice(0, maxDifferences)
      .map(({ minor, ...difference }) => ({ ...difference, difference: major(minor) })),
    differenceCount: differences.length,
  };
}

type Facts = (appId: string) => Promise<LedgerFact[]>;

/** All records of an app until a day, read once and only when they are needed. */
function lazyFacts(ctx: HubContext, { asOf, currency }: { asOf: string; currency: string }): Facts {
  const known = new Map<string, Promise<LedgerFact[]>>();
  const read = async (appId: string) => {
    const facts: LedgerFact[] = [];
    const query = { appId, from: null, to: asOf, changedSince: null, limit: 500 };
    for await (const page of factPages(ctx, query))
      facts.push(...page.filter((fact) => fact.currency === currency));
    return facts;
  };
  return (appId) => {
    const facts = known.get(appId) ?? read(appId);
    known.set(appId, facts);
    return facts;
  };
}
