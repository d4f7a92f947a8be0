import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql, numberArray, textArray } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { continueTrace } from "../../../src/observability/trace-events.ts";
import { toMinor } from "../../../src/money.ts";
import type { ReloadContext } from "./reload.context.ts";
import { wakeReload } from "./reload-queue.service.ts";
import { initialState, stateAfterPayment, type RuleState } from "./reload-rules.ts";
import { lockRules, updateState } from "./rule.rows.ts";

/** Committed event received from the hub. */
export interface HubEvent {
  type: string;
  appId: string | null;
  ownerId: string | null;
  payload: unknown;
  /** Stored trace context of the emitter. */
  trace?: string | null;
}

const balancePayload = z.object({ available: z.number(), pool: z.string() });
const paymentPayload = z.object({
  type: z.string(),
  metadata: z.object({ reloadId: z.string().optional() }).nullish(),
});

const erasedPayload = z.object({ userId: z.string() });

/**
 * Handles committed events of the hub, each in its own transaction: evaluates low credits, settles payments of reloads,
 * clears back-off after a manual purchase, lifts a suspension after a payment method was saved, and deletes the rules of
 * an erased account. Idempotent: safe under at-least-once delivery. Balances are compared with the rules in one statement.
 */
export async function onHubEvents(ctx: ReloadContext, events: readonly HubEvent[]): Promise<void> {
  await wakeShort(ctx.em, events.flatMap(balanceIn));
  for (const event of events) await continueTrace(event.trace ?? null, () => onOtherEvent(ctx, event));
}

/** An account's available credits in an app. */
interface Balance {
  ownerId: string;
  appId: string;
  available: number;
  trace: string | null;
}

function balanceIn({ type, ownerId, appId, payload, trace = null }: HubEvent): Balance[] {
  if (type !== "credits.balance_changed" || ownerId === null || appId === null) return [];
  const balance = balancePayload.safeParse(dataOf(payload)).data;
  return balance?.pool === "standard" ? [{ ownerId, appId, available: balance.available, trace }] : [];
}

async function onOtherEvent(ctx: ReloadContext, { type, ownerId, payload }: HubEvent): Promise<void> {
  if (ownerId === null) return;
  if (type.startsWith("payment.")) {
    const payment = paymentPayload.safeParse(dataOf(payload)).data;
    if (payment && concernsReloads(payment))
      await asSystem(ctx.em, (em) => onPayment(em, { ownerId, type }, payment));
  } else if (type === "payment_method.changed") {
    await asSystem(ctx.em, (em) => changeStates(em, ownerId, () => initialState));
  } else if (type === "user.erased") {
    const erased = erasedPayload.safeParse(dataOf(payload)).data;
    if (erased) await asSystem(ctx.em, (em) => forgetRules(em, erased.userId));
  }
}

/** A payload is the object itself, or holds it next to its previous values. */
function dataOf(payload: unknown): unknown {
  const { object } = (payload ?? {}) as { object?: unknown };
  return typeof object === "object" && object !== null ? object : payload;
}

/**
 * Enqueues the evaluation of rules whose credits are short. An app's own credits are checked by its own rule, `central`
 * credits by the rule of every app without its own.
 */
async function wakeShort(em: EntityManager, balances: readonly Balance[]): Promise<void> {
  if (balances.length === 0) return;
  const rules = await readAsSystem<{ ownerId: string; appId: string; place: number }>(em, {
    sql: shortSql,
    parameters: [
      textArray(balances.map(({ ownerId }) => ownerId)),
      textArray(balances.map(({ appId }) => appId)),
      numberArray(balances.map(({ available }) => toMinor(available, 2))),
    ],
  });
  if (rules.length === 0) return;
  await asSystem(em, async (own) => {
    for (const { place, ...rule } of rules)
      await continueTrace(balances[place - 1]!.trace, () => wakeReload(own, rule));
  });
}

const shortSql = `SELECT r.owner_id AS "ownerId", r.app_id AS "appId", min(b.place)::int AS place
  FROM unnest($1::text[], $2::text[], $3::bigint[]) WITH ORDINALITY AS b (owner_id, app_id, available, place)
  JOIN auto_reload_rules r ON r.owner_id = b.owner_id AND r.enabled AND (r.app_id = b.app_id OR b.app_id = 'central')
    AND (r.threshold > b.available OR r.is_low)
  GROUP BY r.owner_id, r.app_id`;

/** Payments of other types do not concern reloads. */
function concernsReloads({ type }: z.infer<typeof paymentPayload>): boolean {
  return type === "auto_reload" || type === "credit_purchase";
}

async function onPayment(
  em: EntityManager,
  { ownerId, type }: { ownerId: string; type: string },
  payment: z.infer<typeof paymentPayload>,
): Promise<void> {
  const reloadId = payment.metadata?.reloadId;
  if (payment.type === "auto_reload" && reloadId !== undefined) {
    const sql = `SELECT app_id AS "appId" FROM auto_reloads WHERE id = $1 AND owner_id = $2 AND status IN ('pending', 'failed')`;
    const [reload] = await executeSql<{ appId: string }>(em, sql, [reloadId, ownerId]);
    if (reload) await wakeReload(em, { ownerId, appId: reload.appId, reloadId });
  } else if (payment.type === "credit_purchase" && type === "payment.succeeded") {
    await changeStates(em, ownerId, stateAfterPayment);
  }
}

/** Changes the state of the account's rules and enqueues their evaluation. */
async function changeStates(
  em: EntityManager,
  ownerId: string,
  change: (state: RuleState) => RuleState,
): Promise<void> {
  for (const rule of await lockRules(em, ownerId)) {
    await updateState(em, rule, change(rule));
    if (rule.enabled) await wakeReload(em, { ownerId, appId: rule.appId });
  }
}

/** Deletes the rules of an erased account, so that nothing is bought or sent for it. */
async function forgetRules(em: EntityManager, ownerId: string): Promise<void> {
  const sql = "UPDATE auto_reload_rules SET enabled = false, webhook_url = NULL WHERE owner_id = $1";
  await executeSql(em, sql, [ownerId]);
}
