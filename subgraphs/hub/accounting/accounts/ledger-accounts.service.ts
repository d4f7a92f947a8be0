import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import type { HubContext } from "../../hub.context.ts";
import {
  accountingConflict,
  accountingRule,
  codeTaken,
  ledgerAccountNotFound,
} from "../accounting.errors.ts";
import { emptyLedger, findLedger, openLedger, readLedger, type LedgerRow } from "../ledgers/ledger.rows.ts";
import { categoriesOf, isCategoryOf, type AccountCategory, type AccountType } from "./account-categories.ts";
import type {
  ArchiveLedgerAccountInput,
  CreateLedgerAccountInput,
  LedgerAccountsArgs,
  UpdateLedgerAccountInput,
} from "./ledger-account-inputs.types.ts";
import * as rows from "./ledger-account.rows.ts";
import type { LedgerAccount, LedgerAccountList } from "./ledger-account.types.ts";
import { depthOf, presentAccount, treeOrder } from "./present-account.ts";

/** The accounts of a ledger as a tree. An account without a ledger has none. Throws INVALID_CURRENCY. */
export function listLedgerAccounts(ctx: HubContext, args: LedgerAccountsArgs): Promise<LedgerAccountList> {
  const read = async (em: EntityManager) => {
    const ledger = await findLedger(em, ctx, args.currency);
    if (!ledger) return { accounts: [], currency: emptyLedger(ctx, args.currency).currency, total: 0 };
    return presentChart(em, ledger, args);
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/**
 * Adds an account to a ledger, which is created when there is none. Throws DUPLICATE for a code that is taken, NOT_FOUND for
 * the parent, and BUSINESS_RULE for a parent of another ledger or type. Idempotent.
 */
export function createLedgerAccount(
  ctx: HubContext,
  input: CreateLedgerAccountInput,
): Promise<LedgerAccount> {
  const { code, type, parent = null } = input;
  const category = categoryOf(type, input.category);
  return exactlyOnce(ctx, { operation: "createLedgerAccount", input }, async (em) => {
    const ledger = await openLedger(em, ctx, { currency: input.currency ?? null });
    await rows.lockChart(em, ledger);
    const known = await rows.listLedgerAccountRows(em, ledger);
    requireRoom(known.length + 1);
    requireFreeCode(known, code);
    requireOneRetained(known, category);
    const above = await findParent(em, ctx, { ledger, known, parent, type });
    const chart = [{ code, name: input.name.trim(), type, category, parent: above?.code ?? null }];
    const [row] = await rows.insertChart(em, ctx, { ledger, chart });
    return presentAccount(row!, { ledger, depth: depthOf(known, row!), balance: 0 });
  });
}

/**
 * Changes an account. Type and category of results stay once it has lines. Throws NOT_FOUND, DUPLICATE, INVALID_STATE for a
 * frozen type, and BUSINESS_RULE for a parent below the account. Idempotent.
 */
export function updateLedgerAccount(
  ctx: HubContext,
  input: UpdateLedgerAccountInput,
): Promise<LedgerAccount> {
  return exactlyOnce(ctx, { operation: "updateLedgerAccount", input }, async (em) => {
    const { account, ledger } = await requireAccount(em, ctx, input.accountId);
    const known = await rows.listLedgerAccountRows(em, ledger);
    const changes = await changesOf(em, ctx, { input, account, ledger, known });
    if (input.archived === true && account.archivedAt === null) {
      await requireArchivable(em, { account, known });
      changes.archivedAt = ctx.clock.now().toISOString();
    }
    if (Object.keys(changes).length > 0) {
      changes.updatedAt = ctx.clock.now().toISOString();
      await rows.updateLedgerAccountRow(em, account.id, changes);
    }
    return presentOne(em, { ...account, ...changes }, { ledger, known });
  });
}

/** Archives an account with a balance of zero and without active accounts below it. Throws NOT_FOUND and INVALID_STATE. Idempotent. */
export function archiveLedgerAccount(
  ctx: HubContext,
  { accountId }: ArchiveLedgerAccountInput,
): Promise<LedgerAccount> {
  return exactlyOnce(ctx, { operation: "archiveLedgerAccount", input: { accountId } }, async (em) => {
    const { account, ledger } = await requireAccount(em, ctx, accountId);
    const known = await rows.listLedgerAccountRows(em, ledger);
    if (account.archivedAt !== null) return presentOne(em, account, { ledger, known });
    await requireArchivable(em, { account, known });
    const at = ctx.clock.now().toISOString();
    const changes = { archivedAt: at, updatedAt: at };
    await rows.updateLedgerAccountRow(em, account.id, changes);
    return presentOne(em, { ...account, ...changes }, { ledger, known });
  });
}

/** The chart of a ledger, filtered, with balances. */
export async function presentChart(
  em: EntityManager,
  ledger: LedgerRow,
  { type, status }: Pick<LedgerAccountsArgs, "type" | "status"> = {},
): Promise<LedgerAccountList> {
  const balances = await rows.readBalances(em, ledger);
  const accounts = treeOrder(await rows.listLedgerAccountRows(em, ledger))
    .map(({ row, depth }) => presentAccount(row, { ledger, depth, balance: balances.get(row.id) ?? 0 }))
    .filter((account) => (!type || account.type === type) && (!status || account.status === status));
  return { accounts, currency: ledger.currency, total: accounts.length };
}

/** Refuses more accounts than a ledger may have. */
export function requireRoom(count: number): void {
  if (count <= rows.maxLedgerAccounts) return;
  const limit = rows.maxLedgerAccounts;
  throw accountingConflict(
    "too_many_accounts",
    `A ledger has at most ${limit} accounts. Reuse one of them.`,
    {
      limit,
    },
  );
}

type Known = readonly rows.LedgerAccountRow[];

async function requireAccount(em: EntityManager, ctx: HubContext, id: string) {
  const found = await rows.findLedgerAccount(em, ctx, { id });
  if (!found) throw ledgerAccountNotFound();
  const ledger = (await readLedger(em, ctx, { id: found.ledgerId }))!;
  await rows.lockChart(em, ledger);
  const account = (await rows.findLedgerAccount(em, ctx, { id, lock: true }))!;
  return { account, ledger };
}

interface Change {
  input: UpdateLedgerAccountInput;
  account: rows.LedgerAccountRow;
  ledger: LedgerRow;
  known: Known;
}

async function changesOf(
  em: EntityManager,
  ctx: HubContext,
  { input, account, ledger, known }: Change,
): Promise<Partial<rows.LedgerAccountRow>> {
  const type = input.type ?? account.type;
  const category = input.category ?? (type === account.type ? account.category : categoriesOf[type][0]);
  categoryOf(type, category);
  const others = known.filter(({ id }) => id !== account.id);
  const changes: Partial<rows.LedgerAccountRow> = {};
  if (input.name) changes.name = input.name.trim();
  if (input.code && input.code !== account.code) {
    requireFreeCode(others, input.code);
    changes.code = input.code;
  }
  if (type !== account.type) await requireUnused(em, account, others);
  if (type !== account.type || category !== account.category) {
    requireOneRetained(others, category);
    Object.assign(changes, { type, category });
  }
  if (input.parent !== undefined) {
    const above = await findParent(em, ctx, { ledger, known, parent: input.parent, type });
    requireNoCircle(known, account, above);
    changes.parentId = above?.id ?? null;
  }
  if (input.archived === false && account.archivedAt !== null) changes.archivedAt = null;
  return changes;
}

async function requireUnused(
  em: EntityManager,
  account: rows.LedgerAccountRow,
  others: Known,
): Promise<void> {
  if (await rows.hasLines(em, account)) {
    throw accountingConflict(
      "account_in_use",
      "The account has lines, so its type cannot change. Create another account.",
    );
  }
  if (account.parentId !== null || others.some(({ parentId }) => parentId === account.id)) {
    throw accountingConflict(
      "account_in_tree",
      "The account has accounts above or below it of the same type. Move them first.",
    );
  }
}

async function requireArchivable(
  em: EntityManager,
  { account, known }: { account: rows.LedgerAccountRow; known: Known },
): Promise<void> {
  if (account.category === "retained_earnings") {
    throw accountingConflict(
      "account_in_use",
      "Closing a year needs the account of retained earnings. Rename it instead.",
    );
  }
  if (known.some(({ parentId, archivedAt }) => parentId === account.id && archivedAt === null)) {
    throw accountingConflict(
      "account_in_tree",
      "The account has active accounts below it. Archive them first.",
    );
  }
  if ((await rows.readBalance(em, account.id)) !== 0) {
    throw accountingConflict(
      "balance_not_zero",
      "The balance of the account is not zero. Post an entry that moves it to another account first.",
    );
  }
}

async function presentOne(
  em: EntityManager,
  row: rows.LedgerAccountRow,
  { ledger, known }: { ledger: LedgerRow; known: Known },
): Promise<LedgerAccount> {
  const balance = await rows.readBalance(em, row.id);
  return presentAccount(row, { ledger, depth: depthOf(known, row), balance });
}

function requireFreeCode(known: Known, code: string): void {
  if (known.some((row) => row.code === code)) throw codeTaken(code);
}

function requireOneRetained(known: Known, category: AccountCategory): void {
  if (category !== "retained_earnings" || !known.some((row) => row.category === category)) return;
  throw accountingConflict(
    "retained_earnings_exists",
    "The ledger has an account of retained earnings. Use that one, or choose another category.",
  );
}

async function findParent(
  em: EntityManager,
  ctx: HubContext,
  {
    ledger,
    known,
    parent,
    type,
  }: { ledger: LedgerRow; known: Known; parent: string | null; type: AccountType },
): Promise<rows.LedgerAccountRow | null> {
  if (parent === null) return null;
  const above =
    known.find(({ id }) => id === parent) ?? (await rows.findLedgerAccount(em, ctx, { id: parent }));
  if (!above) throw ledgerAccountNotFound();
  if (above.ledgerId !== ledger.id || above.type !== type) {
    throw accountingRule(
      "parent_differs",
      "The account above must be of the same ledger and type. Choose another one.",
    );
  }
  if (depthOf(known, above) >= maxDepth) {
    throw accountingRule(
      "too_deep",
      `Accounts have at most ${maxDepth} levels above them. Choose another one.`,
    );
  }
  return above;
}

const maxDepth = 8;

function requireNoCircle(
  known: Known,
  account: rows.LedgerAccountRow,
  above: rows.LedgerAccountRow | null,
): void {
  const parents = new Map(known.map((row) => [row.id, row.parentId]));
  for (let id = above?.id ?? null; id !== null; id = parents.get(id) ?? null) {
    if (id === account.id) {
      throw accountingRule(
        "parent_below",
        "The account above must not be below the account. Choose another one.",
      );
    }
  }
}

/** The category of a new account. Throws VALIDATION_ERROR for one of another type. */
function categoryOf(type: AccountType, category: AccountCategory | null | undefined): AccountCategory {
  if (!category) return categoriesOf[type][0];
  if (isCategoryOf(type, category)) return category;
  const message = `must be a category of ${type}: ${categoriesOf[type].join(", ")}`;
  throw validationError([{ path: "category", message, rule: "category" }]);
}
