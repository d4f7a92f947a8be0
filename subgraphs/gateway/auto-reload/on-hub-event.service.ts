import type { EntityManager } from "@mikro-orm/postgresql";
import { z } from "zod";
import { readAsSystem } from "../../../src/db/read-rows.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { asSystem } from "../../../src/db/transaction.ts";
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
}

const balancePayload = z.object({ available: z.number(), pool: z.string() });
const paymentPayload = z.object({
  type: z.string(),
  metadata: z.object({ reloadId: z.string().optional() }).nullish(),
});

const erasedPayload = z.object({ userId: z.string() });

/**
 * Handles a committed event of the hub in its own transaction: evaluates low credits, settles payments of reloads,
 * clears back-off after a manual purchase, lifts a suspension after a payment method was saved, and deletes the rules of
 * an erased account. Idempotent: safe under at-least-once delivery.
 */
export async function onHubEvent(ctx: ReloadContext, event: HubEvent): Promise<void> {
  const { type, ownerId, appId } = event;
  if (ownerId === null) return;
  const payload = dataOf(event.payload);
  if (type === "credits.balance_changed" && appId !== null) {
    const balance = balancePayload.safeParse(payload).data;
    if (balance?.pool !== "standard") return;
    await wakeShort(ctx.em, { ownerId, appId, available: balance.available });
  } else if (type.startsWith("payment.")) {
    const payment = paymentPayload.safeParse(payload).data;
    if (payment && concernsReloads(payment))
      await asSystem(ctx.em, (em) => onPayment(em, { ownerId, type }, payment));
  } else if (type === "payment_method.changed") {
    await asSystem(ctx.em, (em) => changeStates(em, ownerId, () => initialState));
  } else if (type === "user.erased") {
    const erased = erasedPayload.safeParse(payload).data;
    if (erased) await asSystem(ctx.em, (em) => forgetRules(em, erased.userId));
  }
}

/** A payload is the object itself, or holds it next to its previous values. */
function dataOf(payload: unknown): unknown {
  const { object } = (payload ?? {}) as { object?: unknown };
  return typeof object === "object" && object !== null ? object : payload;
}

/** An app's own credits are checked by its own rule, `central` credits by the rule of every app without its own. */
async function wakeShort(
  em: EntityManager,
  { ownerId, appId, available }: { ownerId: string; appId: string; available: number },
): Promise<void> {
  const rules = await readAsSystem<{ appId: string }>(em, {
    sql: `SELECT app_id AS "appId" FROM auto_reload_rules WHERE owner_id = $1 AND enabled AND (app_id = $2 OR $2 = 'central')
       AND (threshold > $3 OR is_low)`,
    parameters: [ownerId, appId, toMinor(available, 2)],
  });
  if (rules.length === 0) return;
  await asSystem(em, async (own) => {
    for (const rule of rules) await wakeReload(own, { ownerId, appId: rule.appId });
  });
}

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
