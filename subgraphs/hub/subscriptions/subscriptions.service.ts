import { mayUseApp } from "../../../src/access/principal.ts";
import { readRows } from "../../../src/db/read-rows.ts";
import { requireOwnApp } from "../apps/apps.service.ts";
import type { HubContext } from "../hub.context.ts";
import { toPlanSubscription } from "./subscription-view.ts";
import { subscriptionColumns, toSubscription, type SubscriptionRow } from "./subscription.rows.ts";
import type { StoredSubscription } from "./subscription.ts";
import type {
  AppSubscription,
  PlanSubscription,
  PlanSubscriptionPage,
  SubscriptionOverview,
} from "./subscriptions.types.ts";
import { accessPolicy } from "./write-subscription.service.ts";

/**
 * The account's subscriptions: in the app of the argument or the request, otherwise in all apps. Status `none` and an
 * empty list without any. Throws APP_CONFLICT when both name different apps. Reads only our own database.
 */
export async function readOverview(ctx: HubContext, namedApp: string | null): Promise<SubscriptionOverview> {
  const appId = namedApp ?? ctx.appId;
  if (appId !== null) await requireOwnApp(ctx, appId);
  const all = await readOwn(ctx, appId);
  const subscription = appId === null ? mostTelling(all) : currentOf(all);
  return { status: subscription?.status ?? "none", subscription, subscriptions: all };
}

/** The account's subscription in one app: the live one, otherwise the one that ended last. */
export async function readInApp(ctx: HubContext, appId: string): Promise<AppSubscription> {
  await requireOwnApp(ctx, appId);
  const subscription = currentOf(await readOwn(ctx, appId));
  return { subscription, status: subscription?.status ?? "none" };
}

/** All current and past subscriptions of the account, newest first. */
export async function listSubscriptions(ctx: HubContext): Promise<PlanSubscriptionPage> {
  return { subscriptions: await readOwn(ctx, null) };
}

/** The caller's subscription in an app as it is stored, the live one first; null without one. */
export async function findStored(ctx: HubContext, appId: string): Promise<StoredSubscription | null> {
  const order = "ORDER BY status = 'canceled', updated_at DESC, id DESC LIMIT 1";
  const rows = await readRows<SubscriptionRow>(ctx, {
    sql: `SELECT ${subscriptionColumns} FROM subscriptions WHERE owner_id = $1 AND app_id = $2 ${order}`,
    parameters: [ctx.principal.ownerId, appId],
  });
  return rows[0] ? toSubscription(rows[0]) : null;
}

async function readOwn(ctx: HubContext, appId: string | null): Promise<PlanSubscription[]> {
  const rows = await readRows<SubscriptionRow>(ctx, {
    sql: `SELECT ${subscriptionColumns} FROM subscriptions
      WHERE owner_id = $1 AND ($2::text IS NULL OR app_id = $2) ORDER BY created_at DESC, id DESC`,
    parameters: [ctx.principal.ownerId, appId],
  });
  const [now, policy] = [ctx.clock.now(), accessPolicy(ctx)];
  return rows
    .filter((row) => mayUseApp(ctx.principal, row.appId))
    .map((row) => toPlanSubscription(toSubscription(row), now, policy));
}

/** The live one, else the one that changed last. */
function currentOf(all: readonly PlanSubscription[]): PlanSubscription | null {
  return all.find(({ status }) => status !== "canceled") ?? latest(all);
}

/** The one that changed last of those that give access; of those that live; of all. */
function mostTelling(all: readonly PlanSubscription[]): PlanSubscription | null {
  return (
    latest(all.filter(({ entitled }) => entitled)) ??
    latest(all.filter(({ status }) => status !== "canceled")) ??
    latest(all)
  );
}

function latest(all: readonly PlanSubscription[]): PlanSubscription | null {
  return all.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0] ?? null;
}
