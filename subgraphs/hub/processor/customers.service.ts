import type { EntityManager } from "@mikro-orm/postgresql";
import { asSystem, inTransaction, openTransaction } from "../../../src/db/transaction.ts";
import type { HubContext } from "../hub.context.ts";
import {
  claimCustomerRow,
  findCustomerRow,
  findOwnerOfCustomer,
  linkCustomerRow,
  unlinkCustomerRow,
} from "./customer.rows.ts";

/**
 * The processor's customer of the context's account; null when it has none yet and none is to be made. With `create`
 * one is made, once however many ask at the same time: the claim commits first, and its idempotency key gives every
 * try the same customer. With `create` it speaks to the processor, so it must be called outside of transactions; throws
 * PROCESSOR_ERROR.
 */
export async function customerOf(ctx: HubContext, options: { create: true }): Promise<string>;
export async function customerOf(ctx: HubContext): Promise<string | null>;
export async function customerOf(ctx: HubContext, { create = false } = {}): Promise<string | null> {
  const { ownerId } = ctx.principal;
  if (ownerId === null) throw new Error("A customer belongs to an account.");
  const known = (await transaction(ctx, (em) => findCustomerRow(em, ownerId)))?.customerId ?? null;
  return known ?? (create ? createCustomer(ctx, ownerId) : null);
}

/** The account of a customer; null for one that is not ours. */
export function ownerOfCustomer(em: EntityManager, customerId: string): Promise<string | null> {
  return asSystem(em, (own) => findOwnerOfCustomer(own, customerId));
}

/**
 * Unlinks a customer that the processor has deleted; the account gets another when it needs one. Returns the account.
 */
export function forgetCustomer(em: EntityManager, customerId: string): Promise<string | null> {
  return asSystem(em, (own) => unlinkCustomerRow(own, customerId));
}

/** Adopts a customer that exists at the processor; an account that has one keeps it. Returns the account's customer. */
export function adoptCustomer(ctx: HubContext, ownerId: string, customerId: string): Promise<string> {
  return asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const claim = await claimCustomerRow(em, ownerId, now);
    return claim.customerId ?? (await linkCustomerRow(em, claim, customerId, now)) ?? customerId;
  });
}

async function createCustomer(ctx: HubContext, ownerId: string): Promise<string> {
  if (openTransaction(ctx.em)) throw new Error("A customer is made outside of transactions.");
  const claim = await transaction(ctx, (em) => claimCustomerRow(em, ownerId, ctx.clock.now()));
  if (claim.customerId !== null) return claim.customerId;
  const { generation, email, name } = claim;
  const key = `hub:customer:${ownerId}${generation === 1 ? "" : `:${generation}`}`;
  try {
    const { customerId } = await ctx.ports.processor.createCustomer({ userId: ownerId, email, name }, key);
    const linked = await transaction(ctx, (em) => linkCustomerRow(em, claim, customerId, ctx.clock.now()));
    // Deleted there in the meantime.
    return linked ?? (await createCustomer(ctx, ownerId));
  } catch (error) {
    // The processor refuses a key that is in use; who uses it may be done by now.
    const row = await transaction(ctx, (em) => findCustomerRow(em, ownerId));
    if (row?.customerId) return row.customerId;
    throw error;
  }
}

/** A transaction outside of the operation's own effect: without its audit row and charge. */
function transaction<T>({ em, principal }: HubContext, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return inTransaction({ em, principal }, work);
}
