import type { EntityManager } from "@mikro-orm/postgresql";
import { currencyDecimals } from "../../../../src/currency.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { toMinor } from "../../../../src/money.ts";
import type { HubContext } from "../../hub.context.ts";
import { accountingConflict, accountingRule } from "../accounting.errors.ts";
import type { LedgerAccountRow } from "../accounts/ledger-account.rows.ts";
import { lockAccounts } from "../journal/write-entry.service.ts";
import { readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { requireVendor } from "../vendors/vendor.rows.ts";
import { billTables, requireBill, type BillLineRow, type BillRow } from "./bill.rows.ts";
import type { CreateVendorBillInput, VendorBill, VendorBillPage, VendorBillsArgs } from "./bill.types.ts";
import { announceBill, presentBills } from "./present-bill.service.ts";

/** Largest total in minor units, as of a journal entry. */
const maxTotal = 999_999_999_999;

/**
 * Keeps a bill as a draft. Throws NOT_FOUND for the vendor or an account, DUPLICATE for a number of the vendor that is
 * taken, INVALID_STATE for an archived vendor or account, BUSINESS_RULE for an account that is not for expenses or assets,
 * and VALIDATION_ERROR. Idempotent by the key.
 */
export function createVendorBill(ctx: HubContext, input: CreateVendorBillInput): Promise<VendorBill> {
  const date = input.date ?? today(ctx);
  if (input.dueDate < date)
    throw validationError([
      { path: "dueDate", message: "must not be before the date of the bill", rule: "minDate" },
    ]);
  return exactlyOnce(ctx, { operation: "createVendorBill", input }, async (em) => {
    // Locked: two bills with one number of the vendor wait for each other.
    const vendor = await requireVendor(em, ctx, { id: input.vendorId, lock: true });
    if (vendor.archivedAt !== null)
      throw accountingConflict("vendor_archived", "The vendor is archived. Restore it first.");
    const number = input.number?.trim() ?? null;
    await requireFreeNumber(em, vendor, number);
    const accounts = await lockAccounts(
      em,
      ctx,
      input.lines.map(({ accountId }) => accountId),
    );
    requireCosts(accounts);
    const ledger = (await readLedger(em, ctx, { id: accounts[0]!.ledgerId }))!;
    const decimals = currencyDecimals(ledger.currency);
    const amounts = input.lines.map(({ amount }) => toMinor(amount, decimals));
    const total = amounts.reduce((sum, amount) => sum + amount, 0);
    if (total > maxTotal)
      throw accountingRule("too_large", "The total of the bill is too large. Split it into several bills.");
    const { row, lines } = draftOf(ctx, { ledger, input, number, date, amounts, total });
    await billTables.insertAll(em, "accounting_bills", [row]);
    await billTables.insertAll(em, "accounting_bill_lines", lines);
    return announceBill(em, ctx, { row, name: "created" });
  });
}

/** One bill. Throws NOT_FOUND. */
export function readVendorBill(ctx: HubContext, billId: string): Promise<VendorBill> {
  const read = async (em: EntityManager) =>
    (await presentBills(em, [await requireBill(em, ctx, { id: billId })]))[0]!;
  return inTransaction(ctx, read, { readOnly: true });
}

/** Bills of the account, latest date first. Throws NOT_FOUND for the vendor, and INVALID_CURSOR. */
export function listVendorBills(ctx: HubContext, args: VendorBillsArgs): Promise<VendorBillPage> {
  const { status = null, vendorId = null, limit, cursor } = args;
  const read = async (em: EntityManager) => {
    if (vendorId !== null) await requireVendor(em, ctx, { id: vendorId });
    const { rows, ...page } = await billTables.pageRows(em, ctx, "accounting_bills", {
      where: "($2::text IS NULL OR t.status = $2) AND ($3::text IS NULL OR t.vendor_id = $3)",
      values: [status, vendorId],
      newestBy: ["date", "date"],
      list: ["vendor bills", status, vendorId],
      limit,
      after: cursor,
    });
    return { bills: await presentBills(em, rows), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

export function today(ctx: HubContext): string {
  return ctx.clock.now().toISOString().slice(0, 10);
}

interface Draft {
  ledger: LedgerRow;
  input: CreateVendorBillInput;
  number: string | null;
  date: string;
  /** Minor units by line, and their sum. */
  amounts: readonly number[];
  total: number;
}

function draftOf(
  ctx: HubContext,
  { ledger, input, number, date, amounts, total }: Draft,
): { row: BillRow; lines: BillLineRow[] } {
  const at = ctx.clock.now().toISOString();
  const own = { ownerId: ledger.ownerId, ledgerId: ledger.id };
  const row: BillRow = {
    id: newId("vbl"),
    ...own,
    vendorId: input.vendorId,
    number,
    date,
    dueDate: input.dueDate,
    status: "draft",
    memo: input.memo?.trim() ?? null,
    total,
    paid: 0,
    payableAccountId: null,
    entryId: null,
    approvedBy: null,
    approvedAt: null,
    voidedOn: null,
    createdBy: ctx.principal.id,
    createdAt: at,
    updatedAt: at,
  };
  const lines = input.lines.map(({ accountId, memo = null, client = null, project = null }, index) => ({
    billId: row.id,
    line: index + 1,
    ...own,
    accountId,
    amount: amounts[index]!,
    memo,
    client,
    project,
  }));
  return { row, lines };
}

async function requireFreeNumber(
  em: EntityManager,
  { id, ownerId }: { id: string; ownerId: string },
  number: string | null,
): Promise<void> {
  if (number === null) return;
  const where = "t.owner_id = $1 AND t.vendor_id = $2 AND t.number = $3 AND t.status <> 'voided'";
  const [known] = await billTables.findRows(em, "accounting_bills", where, [ownerId, id, number]);
  if (!known) return;
  throw new DomainError("DUPLICATE", "The vendor's bill with this number is there already. Read `billId`.", {
    billId: known.id,
  });
}

function requireCosts(accounts: readonly LedgerAccountRow[]): void {
  const notCosts = new Set(["cash", "receivable"]);
  const wrong = accounts.find(
    ({ type, category }) => (type !== "expense" && type !== "asset") || notCosts.has(category),
  );
  if (!wrong) return;
  throw accountingRule(
    "bill_account",
    "Lines of a bill need accounts for expenses, or for assets that are bought. Choose another account.",
    { accountId: wrong.id, code: wrong.code },
  );
}
