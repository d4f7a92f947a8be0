import type { EntityManager } from "@mikro-orm/postgresql";
import { writeOwnEntry } from "../../../src/access/audit-entry.ts";
import { emitEvent } from "../../../src/db/outbox.ts";
import { newId } from "../../../src/ids.ts";
import { grantPurchase, reversePurchase } from "../credits/grant-purchase.service.ts";
import type { HubContext } from "../hub.context.ts";
import {
  creditTypes,
  insertTransaction,
  lockTransaction,
  updateTransaction,
  type Transaction,
  type TransactionType,
} from "./transaction.rows.ts";
import { toPublicTransaction } from "./transaction-view.ts";
import { eventOfStatus, wayTo, type TransactionStatus } from "./transactions.ts";

export type { Transaction } from "./transaction.rows.ts";

/** A payment to be requested; amounts in minor units, credits in hundredths. */
export interface NewTransaction {
  type: TransactionType;
  amount: number;
  currency: string;
  appId: string;
  description: string;
  packageId?: string | null;
  credits?: number | null;
  metadata?: Record<string, string> | null;
  /** Default: the account of the context. */
  ownerId?: string;
}

/** Records a payment as `pending`, before the processor is called. */
export async function recordTransaction(
  em: EntityManager,
  ctx: HubContext,
  given: NewTransaction,
): Promise<Transaction> {
  const ownerId = given.ownerId ?? ctx.principal.ownerId;
  if (ownerId === null) throw new Error("A payment belongs to an account.");
  const now = ctx.clock.now();
  const transaction: Transaction = {
    id: newId("txn"),
    ownerId,
    appId: given.appId,
    type: given.type,
    status: "pending",
    amount: given.amount,
    amountRefunded: 0,
    currency: given.currency,
    description: given.description,
    packageId: given.packageId ?? null,
    credits: given.credits ?? null,
    paymentIntentId: null,
    sessionId: null,
    invoiceUrl: null,
    failureCode: null,
    metadata: given.metadata ?? {},
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    processorReadAt: null,
  };
  await insertTransaction(em, transaction);
  return transaction;
}

/** A payment's status at the processor. Omitted fields stay as they are. */
export interface TransactionChange {
  status: TransactionStatus;
  /** All that was given back so far, in minor units. */
  amountRefunded?: number;
  paymentIntentId?: string | null;
  sessionId?: string | null;
  invoiceUrl?: string | null;
  failureCode?: string | null;
  /** Time of the reading, by the database's clock; a reading older than the last one applied is ignored. */
  readAt?: string;
}

/**
 * Moves a payment to the state at the processor, by the transitions of the state table, in the transaction of `em`,
 * which sees the owner's rows. Each transition emits an event, a paid purchase is granted, and a refund is taken back:
 * all of it once, however often and in whatever order changes come. A state without a transition changes nothing,
 * writes an audit row with the code `ignored`, and returns "ignored". Newly known ids are stored.
 */
export async function advanceTransaction(
  ctx: HubContext,
  em: EntityManager,
  { id }: Pick<Transaction, "id">,
  change: TransactionChange,
): Promise<"applied" | "ignored"> {
  const found = await lockTransaction(em, id);
  if (!found) throw new Error(`There is no payment ${id}.`);
  return advanceLocked(ctx, em, found, change);
}

/** The same for a payment whose row is locked by the transaction. */
export async function advanceLocked(
  ctx: HubContext,
  em: EntityManager,
  found: Transaction,
  change: TransactionChange,
): Promise<"applied" | "ignored"> {
  if (change.readAt && found.processorReadAt && change.readAt < found.processorReadAt) return "applied";
  const way = wayTo(found.status, change.status);
  if (way === null) {
    await recordTransition(ctx, em, found, change.status, "ignored");
    return "ignored";
  }
  const known: Transaction = {
    ...found,
    paymentIntentId: found.paymentIntentId ?? change.paymentIntentId ?? null,
    sessionId: found.sessionId ?? change.sessionId ?? null,
    invoiceUrl: change.invoiceUrl ?? found.invoiceUrl,
    processorReadAt: change.readAt ?? found.processorReadAt,
  };
  let row = known;
  for (const status of way) row = await takeStep(ctx, em, row, { ...change, status });
  if (way.length > 0) return "applied";
  if (row.status === "partially_refunded" && (change.amountRefunded ?? 0) > row.amountRefunded)
    await takeStep(ctx, em, row, change);
  else await updateTransaction(em, row);
  return "applied";
}

/** An audit row about a payment that the processor and we see differently. */
export async function recordTransition(
  ctx: HubContext,
  em: EntityManager,
  { id, appId, status }: Transaction,
  to: TransactionStatus,
  code: "ignored" | "reconciliation.drift",
): Promise<void> {
  await writeOwnEntry(em, ctx, {
    id: newId("aud"),
    action: code === "ignored" ? "payment.transition" : code,
    appId,
    targetType: "PaymentTransaction",
    targetId: id,
    outcome: "ok",
    code: code === "ignored" ? code : null,
    changes: { from: status, to },
  });
}

const ended: readonly TransactionStatus[] = ["succeeded", "canceled", "expired"];

async function takeStep(
  ctx: HubContext,
  em: EntityManager,
  before: Transaction,
  change: TransactionChange,
): Promise<Transaction> {
  const now = ctx.clock.now();
  const { status } = change;
  const after: Transaction = {
    ...before,
    status,
    amountRefunded: refundedAt(before, change),
    failureCode: status === "failed" ? (change.failureCode ?? "card_declined") : null,
    updatedAt: now,
    completedAt: before.completedAt ?? (ended.includes(status) ? now : null),
  };
  const type = before.status === "disputed" && status !== "refunded" ? undefined : eventOfStatus[status];
  await Promise.all([updateTransaction(em, after), type ? announce(em, type, before, after) : null]);
  if (!creditTypes.includes(after.type)) return after;
  if (status === "succeeded") await grantPurchase(ctx, em, after);
  if (after.amountRefunded > before.amountRefunded)
    await reversePurchase(ctx, em, after, after.amountRefunded);
  return after;
}

function announce(em: EntityManager, type: string, before: Transaction, after: Transaction): Promise<string> {
  const { id: objectId, appId, ownerId } = after;
  const previous = { status: before.status, amountRefunded: toPublicTransaction(before).amountRefunded };
  const payload = { object: toPublicTransaction(after), previous };
  return emitEvent(em, { type, objectId, appId, ownerId, payload });
}

/** A lost dispute gives all of it back, whatever was given back before. */
function refundedAt({ amount, amountRefunded }: Transaction, change: TransactionChange): number {
  if (change.status === "refunded") return amount;
  if (change.status !== "partially_refunded" && change.status !== "disputed") return amountRefunded;
  return Math.max(amountRefunded, change.amountRefunded ?? 0);
}
