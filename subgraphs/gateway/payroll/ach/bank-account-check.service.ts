import { randomInt } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import { findOwn, findRows, updateRow } from "../payroll.rows.ts";
import type { BankAccountRow } from "../payroll-tables.ts";
import type { EmployeeBankAccount } from "../people/employee-terms.types.ts";
import { achFileOf, fileOnce, originatorOf, sealedAccounts } from "./ach-originator.service.ts";
import type { AchFileContent } from "./ach-file.types.ts";
import type {
  CreateBankAccountCheckFileInput,
  VerifyEmployeeBankAccountInput,
} from "./bank-account-check.types.ts";

const maxTries = 3;

/**
 * Writes the file with which a bank sends two small deposits to each of these accounts. Amounts are drawn once per account:
 * another file has the same. Throws NOT_FOUND, INVALID_STATE for an account that is not unverified, VALIDATION_ERROR, and
 * BUSINESS_RULE without a legal name or a company identification.
 */
export function createCheckFile(
  ctx: GatewayContext,
  input: CreateBankAccountCheckFileInput,
): Promise<AchFileContent> {
  const { download: _, ...request } = input;
  return fileOnce(ctx, { operation: "createBankAccountCheckFile", input: request }, async (em, isReplay) => {
    // An account may have been verified since the first call.
    if (!isReplay) for (const id of new Set(input.bankAccountIds)) await drawAmounts(em, ctx, id);
    return checkFileOf(em, ctx, input);
  });
}

async function drawAmounts(em: EntityManager, ctx: GatewayContext, id: string): Promise<void> {
  const account = await findOwn(em, "payroll_bank_accounts", { ownerId: ownerOf(ctx), id, lock: true });
  if (!account) throw notFound("bank account");
  if (account.status !== "unverified") throw invalidState("bank account", account.status, ["unverified"]);
  if (account.checkCents !== null) return;
  const checkCents = [randomInt(1, 100), randomInt(1, 100)];
  await updateRow(em, "payroll_bank_accounts", account.id, {
    checkCents,
    checkAt: ctx.clock.now().toISOString(),
  });
}

async function checkFileOf(
  em: EntityManager,
  ctx: GatewayContext,
  input: CreateBankAccountCheckFileInput,
): Promise<AchFileContent> {
  const originator = await originatorOf(em, ctx, input);
  const accounts = await findRows(
    em,
    "payroll_bank_accounts",
    "owner_id = $1 AND id = ANY ($2) ORDER BY id",
    [ownerOf(ctx), input.bankAccountIds],
  );
  const numberOf = await sealedAccounts(em, ctx, accounts);
  const employees = await findRows(em, "payroll_employees", "id = ANY ($1)", [
    accounts.map(({ employeeId }) => employeeId),
  ]);
  const names = new Map(employees.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  const credits = accounts.flatMap(({ id, employeeId, checkCents }) =>
    (checkCents ?? []).map((amountCents) => ({
      ...numberOf(id),
      amountCents,
      recipientId: employeeId,
      recipientName: names.get(employeeId)!,
    })),
  );
  // The same accounts give the same file.
  const createdAt = accounts.reduce((last, { checkAt }) => (checkAt! > last ? checkAt! : last), "");
  const day = createdAt.slice(0, 10);
  // Name that Nacha prescribes for the entries of an account validation (Operating Rules, Micro-Entries, 2022).
  const description = "ACCTVERIFY";
  return achFileOf(`account-checks-${day}.ach`, {
    ...originator,
    description,
    createdAt: new Date(createdAt),
    effectiveDate: day,
    credits,
  });
}

/**
 * Compares the amounts of the two small deposits: the account is verified, stays as it is with one more wrong pair, or has
 * failed with the third. Throws NOT_FOUND, INVALID_STATE for an account that has failed, and BUSINESS_RULE before deposits
 * were made.
 */
export function verifyBankAccount(
  ctx: GatewayContext,
  input: VerifyEmployeeBankAccountInput,
): Promise<EmployeeBankAccount> {
  return exactlyOnce(ctx, { operation: "verifyEmployeeBankAccount", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.bankAccountId, lock: true };
    const account = await findOwn(em, "payroll_bank_accounts", own);
    if (!account) throw notFound("bank account");
    if (account.status === "failed") throw invalidState("bank account", account.status, ["unverified"]);
    if (account.status === "verified") return presented(account);
    if (account.checkCents === null)
      throw businessRule(
        "no_deposits",
        "No deposits were made to this bank account. Create a file for the bank with POST /payroll/bank-account-checks.",
      );
    const isRight = sorted(input.amounts).join() === sorted(account.checkCents).join();
    const checkTries = account.checkTries + (isRight ? 0 : 1);
    const status = isRight ? "verified" : checkTries >= maxTries ? "failed" : "unverified";
    await updateRow(em, "payroll_bank_accounts", account.id, { status, checkTries });
    return presented({ ...account, status, checkTries });
  });
}

function presented({ id, employeeId, last4, status, checkTries }: BankAccountRow): EmployeeBankAccount {
  return { id, employeeId, last4, status, checkTries };
}

function sorted(amounts: readonly number[]): number[] {
  return amounts.toSorted((a, b) => a - b);
}
