import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { invalidState } from "../../base/gateway.errors.ts";
import { planCall } from "../calls/call-plan.service.ts";
import { listOf } from "../contacts/lists.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import type { UpdateCallCampaignInput } from "./campaign-changes.types.ts";
import { changeCampaign, checkedNumbers, lockCampaign } from "./campaigns.service.ts";
import type { CallCampaign } from "./campaigns.types.ts";

/**
 * Changes a draft or paused campaign for calls to come. Its list is fixed once it was started. Throws NOT_FOUND, INVALID_STATE,
 * and as `planCall`.
 */
export function updateCampaign(ctx: VoiceContext, input: UpdateCallCampaignInput): Promise<CallCampaign> {
  return exactlyOnce(ctx, { operation: "updateCallCampaign", input }, async (em) => {
    const row = await lockCampaign(em, ctx, input.campaignId, ["draft", "paused"]);
    const listId = input.listId ?? row.listId;
    if (listId !== row.listId) {
      if (row.status !== "draft") throw invalidState("campaign", row.status, ["draft"]);
      await listOf(em, ctx, listId, true);
    }
    const lead = {
      voiceAgentId: input.voiceAgentId === undefined ? row.voiceAgentId : input.voiceAgentId,
      scriptId: input.scriptId === undefined ? row.scriptId : input.scriptId,
    };
    await planCall(em, ctx, lead);
    const numbers = input.fromNumberIds ?? null;
    return changeCampaign(em, ctx, row, {
      ...lead,
      listId,
      name: input.name ?? row.name,
      fromNumberIds: numbers === null ? row.fromNumberIds : await checkedNumbers(em, ctx, numbers),
      startAt: input.startAt === undefined ? row.startAt : (input.startAt?.toISOString() ?? null),
      maxConcurrent: input.maxConcurrent ?? row.maxConcurrent,
      maxAttempts: input.maxAttempts ?? row.maxAttempts,
      retryAfterMin: input.retryAfterMin ?? row.retryAfterMin,
    });
  });
}
