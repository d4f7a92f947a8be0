import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import type { PaymentContext } from "./payment.context.ts";
import type { PaymentTaker, PaymentToSync } from "./payment-taker.service.ts";

/** Context of the platform acting for an account, or for none. */
type ContextFor = (ownerId?: string) => PaymentContext;

/** A reading is repeated this often at most, while others apply theirs; then the job runs again. */
const maxReadings = 5;

/**
 * Reads a payment at the processor and applies it, its refunds and its disputes. Only what is not applied yet has an effect,
 * so it may run any number of times, in any order. The processor is read outside of transactions: a reading that began before
 * another was applied is older than that one, and is repeated.
 */
export async function syncOnlinePayment(contextFor: ContextFor, about: PaymentToSync): Promise<void> {
  let id: string | null = null;
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    id = await applyReading(contextFor, about, id);
    if (id === null) return;
  }
  throw new Error("An online payment is read at the same time by others again and again");
}

/** The ID of the payment where the reading is older than one that was applied meanwhile; otherwise null. */
async function applyReading(
  contextFor: ContextFor,
  about: PaymentToSync,
  knownId: string | null,
): Promise<string | null> {
  const ctx = contextFor();
  const { processor, paymentTakers } = ctx.ports;
  const { processorAccountId, sessionId } = about;
  const known = await asSystem(ctx.em, (em) => readingsOf(em, paymentTakers, about, knownId), {
    readOnly: true,
  });
  const session = sessionId === null ? null : await processor.readCheckout(processorAccountId, sessionId);
  const paymentIntentId = about.paymentIntentId ?? session?.paymentIntentId ?? null;
  const facts =
    paymentIntentId === null ? null : await processor.readPayment(processorAccountId, paymentIntentId);
  const id = facts?.reference ?? session?.reference ?? null;
  const taker = paymentTakers.find(({ prefix }) => id?.startsWith(`${prefix}_`));
  if (id === null || !taker) return null;
  const ownerId = await asSystem(ctx.em, (em) => taker.ownerOf(em, id, processorAccountId), {
    readOnly: true,
  });
  if (ownerId === null) return null;
  const own = contextFor(ownerId);
  const isExpired = facts === null && session?.status === "expired";
  const reading = { facts, isExpired, readings: known };
  return (await inTransaction(own, (em) => taker.apply(em, own, id, reading))) ? null : id;
}

async function readingsOf(
  em: EntityManager,
  takers: readonly PaymentTaker[],
  about: PaymentToSync,
  id: string | null,
): Promise<number> {
  // A payment belongs to one of them: the others know nothing of it.
  let readings = 0;
  for (const taker of takers) readings += await taker.readingsOf(em, about, id);
  return readings;
}
