import { createHash } from "node:crypto";
import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import { isRoutingNumber } from "../../base/routing-number.ts";
import { findRows } from "../payroll.rows.ts";
import type { BankAccountRow } from "../payroll-tables.ts";
import { secretPlace } from "../people/secrets.service.ts";
import { settingsOf } from "../schedules/settings.service.ts";
import { writeAchFile, type AchCredit, type AchFile } from "./ach-file.ts";
import type { AchBankInput } from "./ach-file.types.ts";

export type Originator = Pick<
  AchFile,
  "bankRoutingNumber" | "bankName" | "companyName" | "companyIdentification"
>;

/**
 * Who sends a file, and through which bank. Throws VALIDATION_ERROR for a routing number, and BUSINESS_RULE without a legal
 * name or a company identification.
 */
export async function originatorOf(
  em: EntityManager,
  ctx: GatewayContext,
  { bankRoutingNumber, bankName, companyIdentification = null }: AchBankInput,
): Promise<Originator> {
  if (!isRoutingNumber(bankRoutingNumber))
    throw validationError([
      { path: "bankRoutingNumber", message: "must be a valid routing number", rule: "format" },
    ]);
  const { legalName, ein } = await settingsOf(em, ownerOf(ctx));
  const company = companyIdentification ?? (ein === null ? null : `1${ein.replaceAll("-", "")}`);
  if (legalName === null || company === null)
    throw businessRule(
      "employer_unknown",
      "A bank needs to know who pays. Set legalName and ein in the payroll settings, or send companyIdentification.",
    );
  return { bankRoutingNumber, bankName, companyName: legalName, companyIdentification: company };
}

/** Numbers of bank accounts by ID. */
export async function sealedAccounts(
  em: EntityManager,
  ctx: GatewayContext,
  accounts: readonly Pick<BankAccountRow, "id" | "secretId">[],
): Promise<(id: string) => AccountNumbers> {
  const secretIds = accounts.map(({ secretId }) => secretId);
  const secrets = await findRows(em, "payroll_secrets", "id = ANY ($1)", [secretIds]);
  const sealedOf = new Map(secrets.map(({ id, sealed }) => [id, sealed]));
  const secretOf = new Map(accounts.map(({ id, secretId }) => [id, secretId]));
  return (id) => {
    const secretId = secretOf.get(id)!;
    return openNumber(ctx, secretId, sealedOf.get(secretId)!);
  };
}

/** Number of one bank account; null where it was removed. */
export async function sealedNumber(
  em: EntityManager,
  ctx: GatewayContext,
  secretId: string,
): Promise<AccountNumbers | null> {
  const [secret] = await findRows(em, "payroll_secrets", "id = $1 AND kind = 'bank_account'", [secretId]);
  return secret ? openNumber(ctx, secretId, secret.sealed) : null;
}

function openNumber(ctx: GatewayContext, secretId: string, sealed: string): AccountNumbers {
  const plain = ctx.ports.keyRing.open(sealed, secretPlace(secretId));
  const { number, routingNumber, accountType } = JSON.parse(plain) as SealedAccount;
  return { routingNumber, accountNumber: number, accountType: accountType ?? "checking" };
}

type AccountNumbers = Pick<AchCredit, "routingNumber" | "accountNumber" | "accountType">;

interface SealedAccount {
  number: string;
  routingNumber: string;
  /** Absent in accounts that were added before it was asked for. */
  accountType?: "checking" | "savings" | null;
}

/** A file with what its download needs. */
export function achFileOf(filename: string, file: AchFile) {
  const content = writeAchFile(file);
  return {
    filename,
    contentType: "text/plain",
    encoding: "utf8",
    content,
    size: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
    entryCount: file.credits.length,
    totalCents: file.credits.reduce((sum, { amountCents }) => sum + amountCents, 0),
    effectiveDate: file.effectiveDate,
  };
}

/**
 * Writes a file with account numbers once per `Idempotency-Key`, of which nothing is stored: a replay writes it again, from
 * rows that the first call has fixed.
 */
export async function fileOnce<File>(
  ctx: GatewayContext,
  call: { operation: string; input: object },
  write: (em: EntityManager, isReplay: boolean) => Promise<File>,
): Promise<File> {
  let file: File | null = null;
  await exactlyOnce(ctx, call, async (em) => {
    file = await write(em, false);
    return {};
  });
  return file ?? inTransaction(ctx, (em) => write(em, true));
}
