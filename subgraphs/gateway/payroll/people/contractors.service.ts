import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { form1099ThresholdCents } from "../../../../src/form-1099-threshold.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf, type GatewayContext } from "../../base/gateway.context.ts";
import { percentOf } from "../taxes/income-tax-withholding.ts";
import { federal } from "../taxes/payroll-year.ts";
import type * as types from "./contractor.types.ts";
import { findOwn, insertAll, pageRows, updateRow } from "../payroll.rows.ts";
import type { ContractorPaymentRow, ContractorRow } from "../contractor-tables.ts";
import type { SecretRow } from "../payroll-tables.ts";
import { useSecret } from "./secrets.service.ts";
import { businessRule, invalidState, notFound, versionConflict } from "../../base/gateway.errors.ts";

/** Adds a contractor. Throws NOT_FOUND for the token. */
export function createContractor(
  ctx: GatewayContext,
  input: types.CreateContractorInput,
): Promise<types.Contractor> {
  return exactlyOnce(ctx, { operation: "createContractor", input }, async (em) => {
    const id = newId("con");
    const token = input.tinSetupToken ?? null;
    const tin = token === null ? null : await useSecret(em, ctx, token, { kind: "tin", by: id });
    const account = await accountOf(em, ctx, id, input.bankSetupToken);
    const now = ctx.clock.now().toISOString();
    const row: ContractorRow = {
      id,
      ownerId: ownerOf(ctx),
      name: input.name,
      email: input.email,
      kind: input.kind,
      rateCents: input.rate ?? null,
      backupWithholding: input.backupWithholding ?? false,
      tinSecretId: tin?.id ?? null,
      tinLast4: tin?.last4 ?? null,
      bankSecretId: account?.id ?? null,
      bankLast4: account?.last4 ?? null,
      status: "active",
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "contractors", [row]);
    return row;
  });
}

/** The account's contractors, newest first. */
export function listContractors(
  ctx: GatewayContext,
  { status = null, limit, after }: types.ContractorsArgs,
): Promise<types.ContractorPage> {
  const read = async (em: EntityManager) => {
    const where = "($2::text IS NULL OR status = $2)";
    const query = { where, values: [status], list: ["contractors", status] as const, limit, after };
    const { rows, ...page } = await pageRows(em, ctx, "contractors", query);
    return { contractors: rows, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A contractor with the payments of a year. Throws NOT_FOUND. */
export function readContractor(
  ctx: GatewayContext,
  { contractorId, year: given }: types.ContractorArgs,
): Promise<types.ContractorWithYear> {
  const read = async (em: EntityManager) => {
    const row = await contractorOf(em, ctx, contractorId);
    const year = given ?? ctx.clock.now().getUTCFullYear();
    const [sums] = await executeSql<{ paidCents: number; withheldCents: number }>(
      em,
      `SELECT coalesce(sum(amount_cents), 0)::float8 AS "paidCents",
         coalesce(sum(withheld_cents), 0)::float8 AS "withheldCents"
       FROM contractor_payments WHERE contractor_id = $1 AND status NOT IN ('failed', 'cancelled')
         AND pay_date BETWEEN make_date($2, 1, 1) AND make_date($2, 12, 31)`,
      [row.id, year],
    );
    const { paidCents, withheldCents } = sums!;
    // A form is also due for any backup withholding, whatever was paid.
    const isDue = paidCents >= form1099ThresholdCents(year) || withheldCents > 0;
    const dueStatus = row.tinLast4 === null ? "tax_number_missing" : "required";
    return { ...row, year, paidCents, withheldCents, form1099Status: isDue ? dueStatus : "not_required" };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Updates a contractor for later payments. Throws NOT_FOUND, also for the token, and VERSION_CONFLICT. */
export function updateContractor(
  ctx: GatewayContext,
  input: types.UpdateContractorInput,
): Promise<types.Contractor> {
  return exactlyOnce(ctx, { operation: "updateContractor", input }, async (em) => {
    const row = await contractorOf(em, ctx, input.contractorId, true);
    const { version, tinSetupToken: token = null, rate } = input;
    if (version && version !== row.version) throw versionConflict(row.version);
    const tin = token === null ? null : await useSecret(em, ctx, token, { kind: "tin", by: row.id });
    const account = await accountOf(em, ctx, row.id, input.bankSetupToken);
    const changes = {
      name: input.name ?? row.name,
      email: input.email ?? row.email,
      rateCents: rate === undefined ? row.rateCents : rate,
      backupWithholding: input.backupWithholding ?? row.backupWithholding,
      tinSecretId: tin?.id ?? row.tinSecretId,
      tinLast4: tin?.last4 ?? row.tinLast4,
      bankSecretId: account?.id ?? row.bankSecretId,
      bankLast4: account?.last4 ?? row.bankLast4,
      version: row.version + 1,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "contractors", row.id, changes);
    if (account && row.bankSecretId)
      await executeSql(em, "DELETE FROM payroll_secrets WHERE id = $1", [row.bankSecretId]);
    return { ...row, ...changes };
  });
}

/**
 * Cancels a payment that was not made. Throws NOT_FOUND, INVALID_STATE unless it is scheduled or awaits payment, and
 * BUSINESS_RULE for one in an ACH file.
 */
export function cancelContractorPayment(
  ctx: GatewayContext,
  input: types.CancelContractorPaymentInput,
): Promise<types.ContractorPayment> {
  return exactlyOnce(ctx, { operation: "cancelContractorPayment", input }, async (em) => {
    const own = { ownerId: ownerOf(ctx), id: input.paymentId, lock: true };
    const row = await findOwn(em, "contractor_payments", own);
    if (!row) throw notFound("payment");
    const wanted = ["scheduled", "awaiting_payment"];
    if (!wanted.includes(row.status)) throw invalidState("payment", row.status, wanted);
    if (row.achFileAt !== null)
      throw businessRule(
        "ach_file_created",
        "The ACH file of this payment was created and may be at your bank. Ask the bank to stop it, then mark the payment as paid or ask the contractor for a refund.",
      );
    const updatedAt = ctx.clock.now().toISOString();
    const changes = { status: "cancelled", cancelReason: input.reason, updatedAt } as const;
    await updateRow(em, "contractor_payments", row.id, changes);
    return { ...row, ...changes };
  });
}

async function accountOf(
  em: EntityManager,
  ctx: GatewayContext,
  contractorId: string,
  token: string | null = null,
): Promise<SecretRow | null> {
  return token === null ? null : useSecret(em, ctx, token, { kind: "bank_account", by: contractorId });
}

async function contractorOf(
  em: EntityManager,
  ctx: GatewayContext,
  contractorId: string,
  lock = false,
): Promise<ContractorRow> {
  const row = await findOwn(em, "contractors", { ownerId: ownerOf(ctx), id: contractorId, lock });
  if (!row) throw notFound("contractor");
  return row;
}

/**
 * Pays a contractor on a day. Only backup withholding is withheld, when enabled (26 U.S.C. 3406). Throws NOT_FOUND, and
 * VALIDATION_ERROR for a day in the past.
 */
export function payContractor(
  ctx: GatewayContext,
  input: types.PayContractorInput,
): Promise<types.ContractorPayment> {
  return exactlyOnce(ctx, { operation: "payContractor", input }, async (em) => {
    const { contractorId, amount: amountCents, description } = input;
    const contractor = await contractorOf(em, ctx, contractorId);
    const now = ctx.clock.now().toISOString();
    const today = now.slice(0, 10);
    const payDate = input.payDate ?? today;
    if (payDate < today)
      throw validationError([{ path: "payDate", message: "must not be in the past", rule: "minimum" }]);
    const withheldCents = contractor.backupWithholding
      ? percentOf(amountCents, federal.backupWithholdingRate)
      : 0;
    const reimbursementCents = input.reimbursement ?? 0;
    const row: ContractorPaymentRow = {
      id: newId("cpy"),
      ownerId: contractor.ownerId,
      contractorId,
      amountCents,
      reimbursementCents,
      withheldCents,
      netCents: amountCents + reimbursementCents - withheldCents,
      description,
      payDate,
      status: payDate === today ? "processing" : "scheduled",
      cancelReason: null,
      achFileAt: null,
      paidAt: null,
      paidBy: null,
      createdAt: now,
      updatedAt: now,
    };
    await insertAll(em, "contractor_payments", [row]);
    return row;
  });
}

/** Payments to contractors, newest first. */
export function listContractorPayments(
  ctx: GatewayContext,
  { contractorId = null, year = null, limit, after }: types.ContractorPaymentsArgs,
): Promise<types.ContractorPaymentPage> {
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "contractor_payments", {
      where: `($2::text IS NULL OR contractor_id = $2)
        AND ($3::int IS NULL OR pay_date BETWEEN make_date($3, 1, 1) AND make_date($3, 12, 31))`,
      values: [contractorId, year],
      list: ["contractor payments", contractorId, year],
      limit,
      after,
    });
    return { payments: rows, ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}
