import type { EntityManager } from "@mikro-orm/postgresql";
import { gather } from "../../../src/db/gather.ts";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import type { StoredSubscription } from "./subscription.ts";

/** A row as the pool reads it: moments as text. */
export type SubscriptionRow = Omit<StoredSubscription, DateField | "pause"> &
  Record<DateField, string | null> & {
    pausedAt: string | null;
    resumesAt: string | null;
    pauseBehavior: string | null;
  };

const requiredDates = ["currentPeriodStart", "currentPeriodEnd", "createdAt", "updatedAt"] as const;
const optionalDates = ["cancelAt", "canceledAt", "endedAt", "lastEventAt"] as const;
type DateField = (typeof requiredDates)[number] | (typeof optionalDates)[number];

/** By column, the field that it holds. */
const columns = {
  id: "id",
  owner_id: "ownerId",
  app_id: "appId",
  plan_id: "planId",
  status: "status",
  processor_subscription_id: "processorSubscriptionId",
  processor_customer_id: "processorCustomerId",
  processor_status: "processorStatus",
  understood_status: "understoodStatus",
  price_id: "priceId",
  currency: "currency",
  interval: "interval",
  current_period_start: "currentPeriodStart",
  current_period_end: "currentPeriodEnd",
  cancel_at_period_end: "cancelAtPeriodEnd",
  cancel_at: "cancelAt",
  canceled_at: "canceledAt",
  ended_at: "endedAt",
  entitled: "entitled",
  last_event_at: "lastEventAt",
  created_at: "createdAt",
  updated_at: "updatedAt",
} as const satisfies Record<string, keyof StoredSubscription>;

/** Columns of `subscriptions`, named as `toSubscription` reads them. */
export const subscriptionColumns = [
  ...Object.entries({ ...columns, revision: "revision" }),
  ["paused_at", "pausedAt"],
  ["resumes_at", "resumesAt"],
  ["pause_behavior", "pauseBehavior"],
]
  .map(([column, field]) => `subscriptions.${column} AS "${field}"`)
  .join(", ");

export function toSubscription(row: SubscriptionRow): StoredSubscription {
  const { pausedAt, resumesAt, pauseBehavior, ...rest } = row;
  const dates = Object.fromEntries(
    [...requiredDates, ...optionalDates].map((name) => [name, toDate(row[name])]),
  ) as Record<(typeof requiredDates)[number], Date> & Record<(typeof optionalDates)[number], Date | null>;
  const pause =
    pausedAt === null
      ? null
      : { pausedAt: new Date(pausedAt), resumesAt: toDate(resumesAt), behavior: pauseBehavior! };
  return { ...rest, ...dates, pause };
}

/** Subscriptions that match, in the open transaction's sight. `where` speaks of `subscriptions`. */
export async function selectSubscriptions(
  em: EntityManager,
  where: string,
  parameters: readonly unknown[],
): Promise<StoredSubscription[]> {
  const sql = `SELECT ${subscriptionColumns} FROM subscriptions WHERE ${where}`;
  return (await executeSql<SubscriptionRow>(em, sql, parameters)).map(toSubscription);
}

/** The one that the processor knows by this id. Outside of transactions; reads of one tick share a statement. */
export const findByProcessorId = gather<string, StoredSubscription | null>(async (em, ids) => {
  const sql = `SELECT ${subscriptionColumns} FROM subscriptions WHERE processor_subscription_id = ANY($1)`;
  const rows = await readAsSystem<SubscriptionRow>(em, { sql, parameters: [ids] });
  const byId = new Map(rows.map((row) => [row.processorSubscriptionId, toSubscription(row)]));
  return ids.map((id) => byId.get(id) ?? null);
});

/** The one that counts in an app, locked: the live one, else the one that ended last. */
export async function lockInApp(
  em: EntityManager,
  ownerId: string,
  appId: string,
): Promise<StoredSubscription | null> {
  const where = `owner_id = $1 AND app_id = $2
    ORDER BY status = 'canceled', updated_at DESC, id DESC LIMIT 1 FOR UPDATE`;
  return (await selectSubscriptions(em, where, [ownerId, appId]))[0] ?? null;
}

/** The one that the processor knows by this id, locked. */
export async function lockByProcessorId(
  em: EntityManager,
  processorSubscriptionId: string,
): Promise<StoredSubscription | null> {
  const where = "processor_subscription_id = $1 FOR UPDATE";
  return (await selectSubscriptions(em, where, [processorSubscriptionId]))[0] ?? null;
}

/** Adds a row; false when the processor's id, or a live one of the same owner and app, is there already. */
export async function insertSubscription(
  em: EntityManager,
  subscription: StoredSubscription,
  nextChangeAt: Date | null,
): Promise<boolean> {
  const values = valuesOf(subscription, nextChangeAt);
  const names = Object.keys(values);
  const rows = await executeSql(
    em,
    `INSERT INTO subscriptions (${names.join(", ")}, checked_at) VALUES (${names.map((_, i) => `$${i + 1}`).join(", ")}, now())
     ON CONFLICT DO NOTHING RETURNING 1`,
    Object.values(values),
  );
  return rows.length === 1;
}

/** Writes every field of a row that is locked. */
export async function updateSubscription(
  em: EntityManager,
  subscription: StoredSubscription,
  nextChangeAt: Date | null,
): Promise<void> {
  const { id, ...values } = valuesOf(subscription, nextChangeAt);
  const sets = Object.keys(values).map((name, i) => `${name} = $${i + 2}`);
  await executeSql(em, `UPDATE subscriptions SET ${sets.join(", ")} WHERE id = $1`, [
    id,
    ...Object.values(values),
  ]);
}

function valuesOf(subscription: StoredSubscription, nextChangeAt: Date | null): Record<string, unknown> {
  const { pause, revision } = subscription;
  return {
    ...Object.fromEntries(Object.entries(columns).map(([column, field]) => [column, subscription[field]])),
    paused_at: pause?.pausedAt ?? null,
    resumes_at: pause?.resumesAt ?? null,
    pause_behavior: pause?.behavior ?? null,
    next_change_at: nextChangeAt,
    revision,
  };
}

function toDate(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
