import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import { onceOutside } from "../../../src/db/outside-effect.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { customerOf } from "../processor/customers.service.ts";
import type { ProcessorPaymentMethod } from "../processor/processor.port.ts";
import type { DefaultPaymentMethod, DetachedPaymentMethod, PaymentMethodPage } from "./billing.types.ts";
import { asOf } from "./subscription-states.ts";
import { selectSubscriptions } from "./subscription.rows.ts";
import { paymentMethodNotFound } from "./subscriptions.errors.ts";

/** The account's payment methods; none for an account without payments. Throws PROCESSOR_ERROR. */
export async function listPaymentMethods(ctx: HubContext): Promise<PaymentMethodPage> {
  const customerId = await customerOf(ctx);
  if (customerId === null) return { paymentMethods: [] };
  return { paymentMethods: await ctx.ports.processor.listPaymentMethods(customerId) };
}

/** Makes this the way to pay that is charged from now on. Throws PAYMENT_METHOD_NOT_FOUND, also for another person's. */
export function setDefaultPaymentMethod(
  ctx: HubContext,
  input: { paymentMethodId: string },
): Promise<DefaultPaymentMethod> {
  const { paymentMethodId } = input;
  return onceOutside(
    ctx,
    { operation: "setDefaultPaymentMethod", input },
    {
      prepare: () => requireOwn(ctx, paymentMethodId),
      record: async (_em, { customerId }) => ({ customerId }),
      act: async ({ customerId }, key) => {
        await ctx.ports.processor.setDefaultPaymentMethod(customerId, paymentMethodId, key);
        return null;
      },
      settle: async (em, { customerId }) => {
        await announcePaymentMethods(em, ctx.principal.ownerId ?? "", customerId);
        return { paymentMethodId, isDefault: true };
      },
    },
  );
}

/**
 * Detaches a payment method. If it is the default, the newest other one replaces it. Throws PAYMENT_METHOD_NOT_FOUND,
 * also for another account's, and PAYMENT_METHOD_IN_USE when it is the only one of a live subscription or of auto-reload.
 */
export function detachPaymentMethod(
  ctx: HubContext,
  input: { paymentMethodId: string },
): Promise<DetachedPaymentMethod> {
  const { paymentMethodId } = input;
  return onceOutside(
    ctx,
    { operation: "detachPaymentMethod", input },
    {
      prepare: async () => {
        const own = await requireOwn(ctx, paymentMethodId);
        const isLast = own.method.isDefault && own.others.length === 0;
        return { ...own, isLast, reloads: isLast && (await ctx.ports.autoReloads.isOn(ctx)) };
      },
      record: async (em, { customerId, method, others, isLast, reloads }) => {
        if (isLast && (await hasLive(em, ctx))) {
          const message = "This is the only payment method of your subscription. Save another one first.";
          throw new DomainError("PAYMENT_METHOD_IN_USE", message, { paymentMethodId });
        }
        if (reloads) {
          const message =
            "Auto-reload charges this payment method, the only one. Save another one or turn auto-reload off first.";
          throw new DomainError("PAYMENT_METHOD_IN_USE", message, { paymentMethodId });
        }
        return { customerId, successor: method.isDefault ? (newest(others)?.id ?? null) : null };
      },
      act: async ({ customerId, successor }, key) => {
        const { processor } = ctx.ports;
        if (successor !== null) {
          await processor.setDefaultPaymentMethod(customerId, successor, `${key}:default`);
        }
        await processor.detachPaymentMethod(paymentMethodId, key);
        return null;
      },
      settle: async (em, { customerId }) => {
        await announcePaymentMethods(em, ctx.principal.ownerId ?? "", customerId);
        return { paymentMethodId, detached: true };
      },
    },
  );
}

/** Notifies the platform's other parts of changed payment methods. Internal event. */
export async function announcePaymentMethods(
  em: EntityManager,
  ownerId: string,
  customerId: string,
): Promise<void> {
  const event = { type: "payment_method.changed", objectId: customerId, appId: null };
  await emitEvent(em, { ...event, ownerId, payload: { ownerId } });
}

interface OwnMethod {
  customerId: string;
  method: ProcessorPaymentMethod;
  others: ProcessorPaymentMethod[];
}

async function requireOwn(ctx: HubContext, paymentMethodId: string): Promise<OwnMethod> {
  const customerId = await customerOf(ctx);
  if (customerId === null) throw paymentMethodNotFound();
  const methods = await ctx.ports.processor.listPaymentMethods(customerId);
  const method = methods.find(({ id }) => id === paymentMethodId);
  if (!method) throw paymentMethodNotFound();
  return { customerId, method, others: methods.filter(({ id }) => id !== paymentMethodId) };
}

function newest(methods: readonly ProcessorPaymentMethod[]): ProcessorPaymentMethod | null {
  return methods.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0] ?? null;
}

async function hasLive(em: EntityManager, ctx: HubContext): Promise<boolean> {
  const where = "owner_id = $1 AND status <> 'canceled'";
  const stored = await selectSubscriptions(em, where, [ctx.principal.ownerId]);
  return stored.some((subscription) => asOf(subscription, ctx.clock.now()).status !== "canceled");
}
