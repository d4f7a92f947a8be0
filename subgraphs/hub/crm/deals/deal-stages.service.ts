import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import type { HubContext } from "../../hub.context.ts";
import { dealClosed, dealNotFound } from "../crm.errors.ts";
import type { CloseDealInput, MoveDealStageInput } from "./deal-inputs.types.ts";
import { insertStep, selectDeals } from "./deal.rows.ts";
import type { CrmDeal } from "./deal.types.ts";
import { announceDeal, lockDeal, presentDeal } from "./deals.service.ts";
import { requireStage } from "./pipelines.service.ts";

/**
 * Moves a deal to another stage of its pipeline and records the step. Concurrent moves are applied one after the other,
 * so the history is a chain; with `version`, only the first one of them succeeds. A move to the current stage changes
 * nothing. Throws DEAL_NOT_FOUND, VERSION_CONFLICT, INVALID_STATE for a closed deal without `reopen`, and
 * VALIDATION_ERROR for an unknown stage.
 */
export function moveDealStage(ctx: HubContext, input: MoveDealStageInput): Promise<CrmDeal> {
  const { principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "moveDealStage", input }, async (em) => {
    // The pipeline of a deal never changes, so it is read before the lock: pipelines are locked before deals.
    const [known] = await selectDeals(em, "d.owner_id = $1 AND d.id = $2", [ownerId, input.dealId]);
    if (!known) throw dealNotFound();
    const toStage = await requireStage(em, ownerId, { pipeline: known.pipeline, stage: input.stage });
    const deal = await lockDeal(em, ownerId, input);
    const { stage: fromStage, status } = deal;
    if (status !== "open" && !input.reopen) throw dealClosed(status);
    if (status === "open" && fromStage === toStage) return presentDeal(em, deal);
    await executeSql(
      em,
      `UPDATE crm_deals SET stage = $2, status = 'open', close_reason = NULL, closed_at = NULL, version = version + 1,
         updated_at = $3 WHERE id = $1`,
      [deal.id, toStage, now],
    );
    const kind = status === "open" ? "moved" : "reopened";
    await insertStep(em, { deal, kind, fromStage, toStage, actor: principal.id, now });
    return announceDeal(em, deal, kind === "moved" ? "stage_changed" : "reopened");
  });
}

/**
 * Closes a deal as won or lost, and records the step. Closing it again in the same way changes nothing. Throws
 * DEAL_NOT_FOUND, VERSION_CONFLICT, and INVALID_STATE when it ended in the other way.
 */
export function closeDeal(ctx: HubContext, input: CloseDealInput): Promise<CrmDeal> {
  const { principal } = ctx;
  const ownerId = principal.ownerId ?? "";
  const now = ctx.clock.now();
  return exactlyOnce(ctx, { operation: "closeDeal", input }, async (em) => {
    const deal = await lockDeal(em, ownerId, input);
    const { outcome, reason = null } = input;
    if (deal.status === outcome) return presentDeal(em, deal);
    if (deal.status !== "open") throw dealClosed(deal.status);
    await executeSql(
      em,
      `UPDATE crm_deals SET status = $2, close_reason = $3, closed_at = $4, version = version + 1, updated_at = $4
       WHERE id = $1`,
      [deal.id, outcome, reason, now],
    );
    const { stage } = deal;
    await insertStep(em, {
      deal,
      kind: outcome,
      fromStage: stage,
      toStage: stage,
      reason,
      actor: principal.id,
      now,
    });
    return announceDeal(em, deal, outcome);
  });
}
