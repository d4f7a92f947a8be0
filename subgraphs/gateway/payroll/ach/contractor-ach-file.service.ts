import type { EntityManager } from "@mikro-orm/postgresql";
import { validationError } from "../../../../src/errors.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { businessRule, invalidState, notFound } from "../../base/gateway.errors.ts";
import type { ContractorPaymentRow } from "../contractor-tables.ts";
import { findRows, updateRow } from "../payroll.rows.ts";
import type { AchCredit } from "./ach-file.ts";
import type { ContractorAchFile, CreateContractorAchFileInput } from "./ach-file.types.ts";
import { achFileOf, fileOnce, originatorOf, sealedAccounts } from "./ach-originator.service.ts";

const payable: readonly string[] = ["scheduled", "processing", "awaiting_payment"];

/**
 * Writes the file with which a bank pays contractors. A payment is in one file: the same payments give the same file again,
 * with the time of the first one. From then on they cannot be cancelled. Throws NOT_FOUND, INVALID_STATE, VALIDATION_ERROR,
 * and BUSINESS_RULE for a payment in another file, and without a bank account, a legal name or a company identification.
 */
export function createContractorAchFile(
  ctx: GatewayContext,
  input: CreateContractorAchFileInput,
): Promise<ContractorAchFile> {
  const { download: _, ...request } = input;
  const call = { operation: "createContractorAchFile", input: request };
  return fileOnce(ctx, call, async (em, isReplay) => {
    const payments = await lockPayments(em, ctx, input.paymentIds);
    const isWritten = isReplay || (await isInOneFile(em, payments));
    const createdAt = isWritten ? payments[0]!.achFileAt! : ctx.clock.now().toISOString();
    if (!isWritten)
      for (const { id } of payments) await updateRow(em, "contractor_payments", id, { achFileAt: createdAt });
    const { payDate } = payments[0]!;
    const file = achFileOf(`contractors-${payDate}.ach`, {
      ...(await originatorOf(em, ctx, input)),
      description: "PAYMENT",
      createdAt: new Date(createdAt),
      effectiveDate: payDate,
      credits: await creditsOf(em, ctx, payments),
    });
    return { ...file, createdAt };
  });
}

async function lockPayments(
  em: EntityManager,
  ctx: GatewayContext,
  paymentIds: readonly string[],
): Promise<ContractorPaymentRow[]> {
  const ids = [...new Set(paymentIds)];
  const where = "owner_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE";
  const payments = await findRows(em, "contractor_payments", where, [ownerOf(ctx), ids]);
  if (payments.length < ids.length) throw notFound("payment");
  if (new Set(payments.map(({ payDate }) => payDate)).size > 1)
    throw validationError([{ path: "paymentIds", message: "must have the same pay date", rule: "payDate" }]);
  return payments;
}

/** Whether a file of exactly these payments was written. Throws INVALID_STATE, and BUSINESS_RULE for one of others. */
async function isInOneFile(em: EntityManager, payments: readonly ContractorPaymentRow[]): Promise<boolean> {
  const closed = payments.find(({ status }) => !payable.includes(status));
  if (closed) throw invalidState("payment", closed.status, payable);
  const written = payments.find(({ achFileAt }) => achFileAt !== null);
  if (!written) return false;
  const where = "owner_id = $1 AND ach_file_at = $2";
  const together = await findRows(em, "contractor_payments", where, [written.ownerId, written.achFileAt]);
  const ids = new Set(together.map(({ id }) => id));
  if (ids.size === payments.length && payments.every(({ id }) => ids.has(id))) return true;
  throw businessRule(
    "ach_file_created",
    "The ACH file of a payment was created and may be at your bank. Remove the payment, or ask for the same file.",
    { paymentIds: payments.filter(({ achFileAt }) => achFileAt !== null).map(({ id }) => id) },
  );
}

async function creditsOf(
  em: EntityManager,
  ctx: GatewayContext,
  payments: readonly ContractorPaymentRow[],
): Promise<AchCredit[]> {
  const ids = payments.map(({ contractorId }) => contractorId);
  const contractors = await findRows(em, "contractors", "id = ANY ($1)", [ids]);
  const without = contractors.filter(({ bankSecretId }) => bankSecretId === null).map(({ id }) => id);
  if (without.length > 0)
    throw businessRule("no_bank_account", "A contractor has no bank account. Add one with bankSetupToken.", {
      contractorIds: without,
    });
  const accounts = contractors.map(({ id, bankSecretId }) => ({ id, secretId: bankSecretId! }));
  const numberOf = await sealedAccounts(em, ctx, accounts);
  const byId = new Map(contractors.map((one) => [one.id, one]));
  return payments.map(({ contractorId, netCents }) => ({
    ...numberOf(contractorId),
    amountCents: netCents,
    recipientId: contractorId,
    recipientName: byId.get(contractorId)!.name,
    isCompany: byId.get(contractorId)!.kind === "business",
  }));
}
