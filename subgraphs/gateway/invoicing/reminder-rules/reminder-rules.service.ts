import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { inTransaction } from "../../../../src/db/transaction.ts";
import { validationError } from "../../../../src/errors.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule, notFound } from "../../base/gateway.errors.ts";
import type { InvoicingContext } from "../invoicing.context.ts";
import type { ReminderTemplate } from "../payment-reminders/reminders.types.ts";
import type * as types from "./reminder-rules.types.ts";

interface RuleRow {
  id: string;
  ownerId: string;
  name: string;
  /** Stages from before late fees do not say whether they charge one. */
  offsets: (Omit<types.ReminderStage, "chargesLateFee"> & { chargesLateFee?: boolean })[];
  template: ReminderTemplate;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}

const mostRules = 100;
const { findOwn, findRows, insertAll, updateRow } = plainRows<{ reminder_rules: RuleRow }>();

/** Creates an active reminder rule. Throws VALIDATION_ERROR for two stages on one day, BUSINESS_RULE above 100 rules. */
export function createReminderRule(
  ctx: InvoicingContext,
  input: types.CreateReminderRuleInput,
): Promise<types.ReminderRule> {
  const offsets = stagesOf(input.offsets);
  return exactlyOnce(ctx, { operation: "createReminderRule", input }, async (em) => {
    const ownerId = ownerOf(ctx);
    await executeSql(em, "SELECT pg_advisory_xact_lock(hashtextextended('reminder rules of ' || $1, 0))", [
      ownerId,
    ]);
    const existing = await findRows(em, "reminder_rules", "t.owner_id = $1", [ownerId]);
    if (existing.length >= mostRules)
      throw businessRule(
        "too_many_rules",
        `An account has at most ${mostRules} reminder rules. Delete one first.`,
      );
    const now = ctx.clock.now().toISOString();
    const named = { id: newId("rmr"), ownerId, name: input.name, offsets };
    const template = input.template ?? "standard";
    const row = { ...named, template, isActive: true, createdAt: now, updatedAt: now };
    await insertAll(em, "reminder_rules", [row]);
    return present(row);
  });
}

/** The account's reminder rules, oldest first. */
export function listReminderRules(ctx: InvoicingContext): Promise<types.ReminderRuleList> {
  const read = async (em: EntityManager) => {
    const where = "t.owner_id = $1 ORDER BY t.created_at, t.id";
    return { rules: (await findRows(em, "reminder_rules", where, [ownerOf(ctx)])).map(present) };
  };
  return inTransaction(ctx, read, { readOnly: true });
}

/** Changes a reminder rule; reminders that were sent stay. Throws NOT_FOUND and VALIDATION_ERROR. */
export function updateReminderRule(
  ctx: InvoicingContext,
  input: types.UpdateReminderRuleInput,
): Promise<types.ReminderRule> {
  const offsets = input.offsets ? stagesOf(input.offsets) : null;
  return exactlyOnce(ctx, { operation: "updateReminderRule", input }, async (em) => {
    const row = await lockRule(em, ctx, input.ruleId);
    const changes = {
      name: input.name ?? row.name,
      offsets: offsets ?? row.offsets,
      template: input.template ?? row.template,
      isActive: input.isActive ?? row.isActive,
      updatedAt: ctx.clock.now().toISOString(),
    };
    await updateRow(em, "reminder_rules", row.id, changes);
    return present({ ...row, ...changes });
  });
}

/** Deletes a reminder rule. Throws NOT_FOUND. */
export function deleteReminderRule(
  ctx: InvoicingContext,
  input: types.ReminderRuleIdInput,
): Promise<types.DeletedReminderRule> {
  return exactlyOnce(ctx, { operation: "deleteReminderRule", input }, async (em) => {
    const { id } = await lockRule(em, ctx, input.ruleId);
    await executeSql(em, "DELETE FROM reminder_rules WHERE id = $1", [id]);
    return { id, deleted: true };
  });
}

async function lockRule(em: EntityManager, ctx: InvoicingContext, id: string): Promise<RuleRow> {
  const row = await findOwn(em, "reminder_rules", { ownerId: ownerOf(ctx), id, lock: true });
  if (!row) throw notFound("reminder rule");
  return row;
}

function stagesOf(offsets: readonly types.ReminderStageInput[]): types.ReminderStage[] {
  const days = new Set(offsets.map((stage) => stage.days));
  if (days.size < offsets.length)
    throw validationError([{ path: "offsets", message: "must have different days", rule: "unique" }]);
  const early = offsets.findIndex((stage) => stage.chargesLateFee && stage.days < 1);
  if (early >= 0) {
    const message = "needs days of 1 or more";
    throw validationError([{ path: `offsets.${early}.chargesLateFee`, message, rule: "agreement" }]);
  }
  return offsets
    .map((stage) => ({
      days: stage.days,
      relativeTo: stage.relativeTo ?? "due",
      chargesLateFee: stage.chargesLateFee ?? false,
    }))
    .toSorted((a, b) => a.days - b.days);
}

function present({ ownerId: _, createdAt, updatedAt, ...row }: RuleRow): types.ReminderRule {
  const offsets = row.offsets.map((stage) => ({ ...stage, chargesLateFee: stage.chargesLateFee ?? false }));
  return { ...row, offsets, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}
