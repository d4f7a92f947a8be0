import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { emitLedgerChanges } from "../../base/ledger-changes.service.ts";
import type { ChargeRefundRow, ChargeRow } from "../charges/charge.rows.ts";
import { announceDeposit, findRows, insertAll, updateRow, type DepositRow } from "./deposit.rows.ts";

/** Records the deposit that the processor has received, in the transaction that keeps the payment. */
export async function recordOnlineDeposit(
  em: EntityManager,
  ctx: GatewayContext,
  { id: chargeId, ownerId, bookingId, amountMinor, currency, paymentIntentId }: ChargeRow,
): Promise<void> {
  const now = ctx.clock.now().toISOString();
  const row: DepositRow = {
    id: newId("bdp"),
    ownerId,
    bookingId: bookingId!,
    amountMinor,
    refundedMinor: 0,
    currency,
    method: "card",
    reference: paymentIntentId,
    chargeId,
    createdAt: now,
    updatedAt: now,
  };
  await insertAll(em, "booking_deposits", [row]);
  await announceDeposit(em, "booking.deposit_recorded", row);
}

/** Records what the processor has paid back of a deposit. A payment of tickets has none. */
export async function noteDepositRefund(
  em: EntityManager,
  ctx: GatewayContext,
  { id: chargeId }: ChargeRow,
  { id: chargeRefundId, amountMinor }: ChargeRefundRow,
): Promise<void> {
  const deposit = await depositOf(em, chargeId);
  if (!deposit) return;
  const createdAt = ctx.clock.now().toISOString();
  const { id: depositId, ownerId } = deposit;
  await insertAll(em, "booking_deposit_refunds", [
    { id: newId("bdr"), ownerId, depositId, amountMinor, chargeRefundId, createdAt },
  ]);
  const changes = { refundedMinor: deposit.refundedMinor + amountMinor, updatedAt: createdAt };
  await updateRow(em, "booking_deposits", depositId, changes);
  await announceDeposit(em, "booking.deposit_refunded", { ...deposit, ...changes });
}

/** Takes back a refund that the payer's bank has not accepted after all. */
export async function takeBackDepositRefund(
  em: EntityManager,
  ctx: GatewayContext,
  { id: chargeId }: ChargeRow,
  { id: chargeRefundId, amountMinor }: ChargeRefundRow,
): Promise<void> {
  const deposit = await depositOf(em, chargeId);
  if (!deposit) return;
  const { id, ownerId, refundedMinor } = deposit;
  const deleting = `DELETE FROM booking_deposit_refunds WHERE charge_refund_id = $1
    RETURNING (created_at AT TIME ZONE 'UTC')::date::text AS day`;
  const gone = await executeSql<{ day: string }>(em, deleting, [chargeRefundId]);
  const updatedAt = ctx.clock.now().toISOString();
  await updateRow(em, "booking_deposits", id, { refundedMinor: refundedMinor - amountMinor, updatedAt });
  if (gone.length > 0)
    await emitLedgerChanges(em, [{ appId: "event-manager", ownerId, id, days: gone.map(({ day }) => day) }]);
}

async function depositOf(em: EntityManager, chargeId: string): Promise<DepositRow | null> {
  return (await findRows(em, "booking_deposits", "charge_id = $1 FOR UPDATE", [chargeId]))[0] ?? null;
}
