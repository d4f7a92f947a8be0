import type { EntityManager } from "@mikro-orm/postgresql";
import { changeOnce } from "../history/record-change.service.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { newId } from "../../../../src/ids.ts";
import { accountOf } from "../accounts/accounts.service.ts";
import { converterOf } from "../accounts/rates.service.ts";
import { toShown, toStored } from "../amounts.ts";
import { budgetOf, categoryIdsOf } from "../budgets/budget-facts.service.ts";
import { badInput } from "../finance.errors.ts";
import { findOwn, findRows, insertAll, pageRows } from "../finance.rows.ts";
import type { AlertEventRow, AlertKind, AlertRow } from "../wealth-tables.ts";
import type { FinanceContext } from "../finance.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import type * as types from "./alert.types.ts";

type ParamName = keyof types.AlertParamsInput;

/** Parameters of each kind; those that are not named are refused. */
const paramsOf: Record<AlertKind, { required: readonly ParamName[]; optional: readonly ParamName[] }> = {
  low_balance: { required: ["accountId", "threshold"], optional: [] },
  large_transaction: { required: ["threshold"], optional: ["accountId"] },
  over_budget: { required: ["budgetId"], optional: ["categoryId"] },
  bill_due: { required: [], optional: ["daysBefore"] },
};
const allParams: readonly ParamName[] = ["accountId", "threshold", "budgetId", "categoryId", "daysBefore"];
const maxAlerts = 100;
const defaultDaysBefore = 3;

/**
 * Creates an alert. Throws VALIDATION_ERROR for parameters that its kind lacks or does not have, NOT_FOUND, AMOUNT_PRECISION,
 * and BUSINESS_RULE (`too_many_alerts`).
 */
export function createAlert(ctx: FinanceContext, input: types.CreateAlertInput): Promise<types.FinanceAlert> {
  const { kind, params, channel } = input;
  requireParams(kind, params);
  return changeOnce(ctx, { operation: "createAlert", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    await executeSql(em, "SELECT pg_advisory_xact_lock(hashtext($1))", [`finance alerts ${ownerId}`]);
    const there = await findRows(em, "finance_alerts", "owner_id = $1", [ownerId]);
    if (there.length >= maxAlerts)
      throw businessRule(
        "too_many_alerts",
        `An account can have at most ${maxAlerts} alerts. Delete one first.`,
      );
    const currency = await currencyOf(em, ctx, params.accountId);
    await requireBudget(em, ctx, params);
    const { threshold } = params;
    const row: AlertRow = {
      id: newId("alr"),
      ownerId,
      kind,
      channel,
      accountId: params.accountId ?? null,
      budgetId: params.budgetId ?? null,
      categoryId: params.categoryId ?? null,
      threshold: typeof threshold === "number" ? toStored(threshold, currency) : null,
      daysBefore: kind === "bill_due" ? (params.daysBefore ?? defaultDaysBefore) : null,
      currency,
      checkedAt: null,
      createdAt: ctx.clock.now().toISOString(),
    };
    await insertAll(em, "finance_alerts", [row]);
    return presentAlert(row);
  });
}

function requireParams(kind: AlertKind, params: types.AlertParamsInput): void {
  const { required, optional } = paramsOf[kind];
  for (const name of allParams) {
    const isGiven = params[name] !== undefined && params[name] !== null;
    if (!isGiven && required.includes(name))
      throw badInput(`params.${name}`, `is required for ${kind}`, "required");
    if (isGiven && !required.includes(name) && !optional.includes(name))
      throw badInput(`params.${name}`, `must be omitted for ${kind}`, "unknown");
  }
  if (kind === "large_transaction" && params.threshold! <= 0)
    throw badInput("params.threshold", "must be above 0", "minimum");
}

async function currencyOf(
  em: EntityManager,
  ctx: FinanceContext,
  accountId: string | null | undefined,
): Promise<string> {
  return accountId ? (await accountOf(em, ctx, accountId)).currency : (await converterOf(em, ctx)).currency;
}

async function requireBudget(
  em: EntityManager,
  ctx: FinanceContext,
  { budgetId, categoryId }: types.AlertParamsInput,
): Promise<void> {
  if (!budgetId) return;
  await budgetOf(em, ctx, budgetId);
  if (categoryId && !(await categoryIdsOf(em, budgetId)).includes(categoryId)) throw notFound("category");
}

/** The principal's alerts, newest first. */
export function listAlerts(ctx: FinanceContext): Promise<types.FinanceAlertList> {
  const read = async (em: EntityManager) => {
    const where = `owner_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${maxAlerts}`;
    const rows = await findRows(em, "finance_alerts", where, [ownerOf(ctx)]);
    return { alerts: rows.map(presentAlert) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Deletes an alert; its events are kept. Throws NOT_FOUND. */
export function deleteAlert(ctx: FinanceContext, input: types.AlertIdInput): Promise<types.DeletedAlert> {
  return changeOnce(ctx, { operation: "deleteAlert", input }, async (em) => {
    const alert = await findOwn(em, "finance_alerts", {
      ownerId: ownerOf(ctx),
      id: input.alertId,
      lock: true,
    });
    if (!alert) throw notFound("alert");
    await executeSql(em, "DELETE FROM finance_alerts WHERE id = $1", [alert.id]);
    return { deleted: true as const };
  });
}

/** Fired alerts, newest first. Throws INVALID_CURSOR. */
export function listAlertEvents(
  ctx: FinanceContext,
  { from, limit, after }: types.AlertEventsArgs,
): Promise<types.FinanceAlertEventPage> {
  const day = from ?? null;
  const read = async (em: EntityManager) => {
    const { rows, ...page } = await pageRows(em, ctx, "finance_alert_events", {
      where: "($2::date IS NULL OR created_at >= $2::date::timestamp AT TIME ZONE 'UTC')",
      values: [day],
      list: ["alert events", day],
      limit,
      after,
    });
    return { events: rows.map(presentEvent), ...page };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** A fired alert as it is shown. */
export function presentEvent({
  ownerId: _,
  createdAt,
  amount,
  ...row
}: AlertEventRow): types.FinanceAlertEvent {
  return { ...row, amount: toShown(amount, row.currency), createdAt: new Date(createdAt) };
}

function presentAlert(row: AlertRow): types.FinanceAlert {
  const { id, kind, channel, accountId, budgetId, categoryId, daysBefore, threshold, createdAt } = row;
  const amount =
    threshold === null
      ? { threshold: null, currency: null }
      : { threshold: toShown(threshold, row.currency), currency: row.currency };
  const params = { accountId, ...amount, budgetId, categoryId, daysBefore };
  return { id, kind, params, channel, createdAt: new Date(createdAt) };
}
