import { onceOutside } from "../../../src/db/outside-effect.ts";
import type { HubContext } from "../hub.context.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import type { PaymentProcessor, ProcessorSubscription } from "../processor/processor.port.ts";
import { applySnapshot } from "./apply-snapshot.service.ts";
import { refreshSubscription } from "./read-snapshot.service.ts";
import { checkResumeAt, needsChange, type SubscriptionRequest } from "./subscription-guards.ts";
import { toPlanSubscription } from "./subscription-view.ts";
import { lockInApp } from "./subscription.rows.ts";
import type { StoredSubscription } from "./subscription.ts";
import { subscriptionNotFound } from "./subscriptions.errors.ts";
import type {
  AppSubscriptionInput,
  CancelSubscriptionInput,
  PauseSubscriptionInput,
  SubscriptionChange,
} from "./subscriptions.types.ts";
import { accessPolicy } from "./write-subscription.service.ts";

/**
 * Cancels the account's subscription in an app: at the end of its period, or at once and without a refund. Idempotent.
 * Throws SUBSCRIPTION_NOT_FOUND, or SUBSCRIPTION_STATE_CONFLICT once it has ended.
 */
export function cancelSubscription(
  ctx: HubContext,
  input: CancelSubscriptionInput,
): Promise<SubscriptionChange> {
  const atPeriodEnd = input.cancelAtPeriodEnd;
  return changeSubscription(ctx, {
    call: { operation: "cancelSubscription", input },
    request: { operation: "cancel", atPeriodEnd },
    act: (processor, id, key) =>
      atPeriodEnd ? processor.setCancelAtPeriodEnd(id, true, key) : processor.cancelSubscription(id, key),
    message: ({ cancelAt }) =>
      atPeriodEnd && cancelAt
        ? `The subscription ends on ${cancelAt.toISOString().slice(0, 10)}.`
        : "The subscription was canceled.",
  });
}

/** Undoes a cancellation at the period's end. Idempotent. Throws as `cancel` does. */
export function reactivateSubscription(
  ctx: HubContext,
  input: AppSubscriptionInput,
): Promise<SubscriptionChange> {
  return changeSubscription(ctx, {
    call: { operation: "reactivateSubscription", input },
    request: { operation: "reactivate" },
    act: (processor, id, key) => processor.setCancelAtPeriodEnd(id, false, key),
    message: () => "The cancellation was undone. The subscription continues.",
  });
}

/**
 * Pauses billing, until `resumeAt` or until it is resumed. A repeated request replaces the time. Throws as `cancel`
 * does, and VALIDATION_ERROR for a time that is too near or too far.
 */
export function pauseSubscription(
  ctx: HubContext,
  input: PauseSubscriptionInput,
): Promise<SubscriptionChange> {
  const resumesAt = input.resumeAt ?? null;
  return changeSubscription(ctx, {
    call: { operation: "pauseSubscription", input },
    request: { operation: "pause", resumesAt },
    check: () => checkResumeAt(resumesAt, ctx.clock.now()),
    act: (processor, id, key) => processor.pauseCollection(id, resumesAt, key),
    message: () => (resumesAt ? `Billing is paused until ${resumesAt.toISOString()}.` : "Billing is paused."),
  });
}

/** Ends a pause at once. Idempotent. Throws as `cancel` does. */
export function resumeSubscription(
  ctx: HubContext,
  input: AppSubscriptionInput,
): Promise<SubscriptionChange> {
  return changeSubscription(ctx, {
    call: { operation: "resumeSubscription", input },
    request: { operation: "resume" },
    act: (processor, id, key) => processor.resumeCollection(id, key),
    message: () => "Billing was resumed.",
  });
}

interface Change {
  call: { operation: string; input: { appId: string } };
  request: SubscriptionRequest;
  /** Checks the input against the time; not for a replay. */
  check?(): void;
  act(processor: PaymentProcessor, id: string, key: string): Promise<ProcessorSubscription>;
  message(subscription: StoredSubscription): string;
}

async function changeSubscription(ctx: HubContext, change: Change): Promise<SubscriptionChange> {
  const { call, request } = change;
  const ownerId = ctx.principal.ownerId ?? "";
  await requireOwnApp(ctx, call.input.appId);
  let contested: string | null = null;
  const answer = await changeAccess(ctx, ownerId, () =>
    onceOutside(ctx, call, {
      prepare: async () => change.check?.(),
      record: async (em) => {
        const stored = await lockInApp(em, ownerId, call.input.appId);
        if (!stored) throw subscriptionNotFound();
        return { stored, isNeeded: needsChange(stored, request, ctx.clock.now()) };
      },
      act: async ({ stored, isNeeded }, key) =>
        isNeeded ? change.act(ctx.ports.processor, stored.processorSubscriptionId, key) : null,
      settle: async (em, { stored }, snapshot) => {
        const reading = { planId: stored.planId, baseRevision: stored.revision, isReply: true };
        const applied = snapshot && (await applySnapshot(ctx, em, { ...reading, snapshot }));
        if (applied?.outcome === "contested") contested = stored.processorSubscriptionId;
        const subscription = applied?.subscription ?? stored;
        return {
          // Names the target of the audit row.
          id: subscription.id,
          subscription: toPlanSubscription(subscription, ctx.clock.now(), accessPolicy(ctx)),
          message: change.message(subscription),
        };
      },
    }),
  );
  // A concurrent event may be newer than the response to this request.
  if (contested !== null) await refreshSubscription(ctx, contested);
  return answer;
}
