import type { EntityManager } from "@mikro-orm/postgresql";
import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import { ClientEntity } from "../invoices/client.entity.ts";
import { processorIdOf } from "../../base/payments/payment-account.rows.ts";
import {
  findRows,
  methodsOfClient,
  pageRows,
  updateRow,
  type AutoChargeRow,
  type SavedMethodRow,
} from "./saved-method.rows.ts";
import type * as types from "./saved-methods.types.ts";

/** The saved methods of a client, newest first. Throws NOT_FOUND. */
export function listSavedMethods(
  ctx: InvoicingContext,
  { clientId }: types.SavedPaymentMethodsArgs,
): Promise<types.SavedPaymentMethodList> {
  const read = async (em: EntityManager) => {
    const ownerId = ownerOf(ctx);
    if ((await em.count(ClientEntity, { id: clientId, ownerId })) === 0) throw notFound("client");
    return { methods: (await methodsOfClient(em, { ownerId, clientId })).map(presentMethod) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Automatic charges, newest first. Throws INVALID_CURSOR. */
export function listAutoCharges(
  ctx: InvoicingContext,
  { invoiceId = null, limit, after }: types.AutoChargesArgs,
): Promise<types.AutoChargePage> {
  const read = async (em: EntityManager) => {
    const list = ["auto charges", invoiceId] as const;
    const where = "($2::text IS NULL OR invoice_id = $2)";
    const { rows, ...page } = await pageRows(em, ctx, "auto_charges", {
      where,
      values: [invoiceId],
      list,
      limit,
      after,
    });
    return { charges: rows.map(presentCharge), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Removes a saved method, here and at the processor. It is not charged from the first step on. Throws NOT_FOUND and PROCESSOR_ERROR. */
export function removeSavedMethod(
  ctx: InvoicingContext,
  input: types.RemoveSavedPaymentMethodInput,
): Promise<types.RemovedPaymentMethod> {
  const call = { operation: "removeSavedPaymentMethod", input };
  return onceOutside(ctx, call, {
    record: (em) => markRemoved(em, ctx, { ownerId: ownerOf(ctx), methodId: input.methodId }),
    act: (removed) => removeAtProcessor(ctx, removed),
    settle: async (_em, { id }) => ({ id, removed: true }),
  });
}

/** A method to delete at the processor. Plain data. */
export interface RemovedMethod {
  id: string;
  processorAccountId: string | null;
  processorMethodId: string;
}

/** Ends the use of a saved method, of this client where one is named. Throws NOT_FOUND. */
export async function markRemoved(
  em: EntityManager,
  ctx: InvoicingContext,
  { ownerId, methodId, clientId = null }: { ownerId: string; methodId: string; clientId?: string | null },
): Promise<RemovedMethod> {
  const where = `id = $1 AND owner_id = $2 AND ($3::text IS NULL OR client_id = $3) AND removed_at IS NULL FOR UPDATE`;
  const [row] = await findRows(em, "saved_payment_methods", where, [methodId, ownerId, clientId]);
  if (!row) throw notFound("saved payment method");
  await updateRow(em, "saved_payment_methods", row.id, { removedAt: ctx.clock.now().toISOString() });
  const processorAccountId = await processorIdOf(em, row.paymentAccountId);
  return { id: row.id, processorAccountId, processorMethodId: row.processorMethodId };
}

/** Deletes a method at the processor; a no-op for one that does not exist. */
export async function removeAtProcessor(ctx: InvoicingContext, removed: RemovedMethod): Promise<null> {
  const { processorAccountId, processorMethodId } = removed;
  if (processorAccountId !== null)
    await ctx.ports.processor.removeMethod(processorAccountId, processorMethodId);
  return null;
}

export function presentMethod(row: SavedMethodRow): types.SavedPaymentMethod {
  const { id, clientId, brand, last4, expiresOn, consentedAt } = row;
  return { id, clientId, brand, last4, expiresOn, consentedAt: new Date(consentedAt) };
}

function presentCharge(row: AutoChargeRow): types.AutoCharge {
  const { id, invoiceId, clientId, status, attempts, nextAttemptAt, reason, onlinePaymentId, createdAt } =
    row;
  return {
    id,
    invoiceId,
    clientId,
    status,
    attempts,
    nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
    reason,
    onlinePaymentId,
    createdAt: new Date(createdAt),
  };
}
