import { onceOutside } from "../../../../src/db/outside-effect.ts";
import { DomainError } from "../../../../src/errors.ts";
import { kindOfNumber } from "../../../../src/telephony/number-kind.ts";
import { businessRule, invalidState } from "../../base/gateway.errors.ts";
import { checkedNumber } from "../contacts/checked-number.ts";
import { isListed } from "../contacts/do-not-call.rows.ts";
import { addTurns } from "../transcripts/write-transcript.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { updateRow } from "../voice.rows.ts";
import type { TransferCallInput } from "./call-records.types.ts";
import type { Call } from "./calls.types.ts";
import { carrierUrl } from "./carrier-urls.ts";
import { recordForwarding } from "./delivery-receipts.service.ts";
import { callOf } from "./end-call.service.ts";
import { presentCall } from "./present-call.ts";
import { transferTarget } from "./speech.service.ts";
import { sayAndTransfer } from "./twiml.ts";

const announcement = "One moment, I will put you through.";
/** Kinds of lines that charge the calling party. */
const expensiveKinds: readonly (string | null)[] = ["premium_rate", "shared_cost"];

/**
 * Connects a live call to another number through the carrier. Warm: the call is introduced to the person there first. Throws NOT_FOUND,
 * INVALID_STATE for a call that is not in progress, BUSINESS_RULE `number_not_allowed` or `do_not_call`, and UPSTREAM_FAILED;
 * repeating the request resumes it.
 */
export function transferCall(ctx: VoiceContext, input: TransferCallInput): Promise<Call> {
  const to = checkedNumber(input.to, "to");
  if (expensiveKinds.includes(kindOfNumber(to).kind))
    throw businessRule(
      "number_not_allowed",
      "Calls are not transferred to premium numbers. Use another one.",
      {
        to,
      },
    );
  return onceOutside(
    ctx,
    { operation: "transferCall", input },
    {
      record: async (em) => {
        const call = await callOf(em, ctx, input.callId, true);
        if (call.status !== "in-progress" || call.carrierCallId === null)
          throw invalidState("call", call.status, ["in-progress"]);
        if (await isListed(em, call.ownerId, to))
          throw businessRule("do_not_call", "The number is on the do-not-call list. Use another one.", {
            to,
          });
        const { voiceId, language } = call.plan;
        const target = transferTarget(ctx, call, to);
        const whisperUrl = input.mode === "warm" ? carrierUrl(ctx.publicUrl, "whisper", call.id) : null;
        const twiml = sayAndTransfer({ text: announcement, voiceId, language }, { ...target, whisperUrl });
        return { carrierCallId: call.carrierCallId, twiml };
      },
      act: async ({ carrierCallId, twiml }) => {
        const outcome = await ctx.ports.voice.carrier.redirectCall(carrierCallId, twiml);
        if (outcome.kind === "taken") return true;
        if (outcome.kind === "refused") return false;
        throw new DomainError("UPSTREAM_FAILED", "The carrier does not respond. Try again later.");
      },
      settle: async (em, _intent, isTaken) => {
        const call = await callOf(em, ctx, input.callId, true);
        if (!isTaken) throw invalidState("call", call.status, ["in-progress"]);
        const state = call.dialogue;
        if (state === null || state.ended === "transferred") return presentCall(call);
        const changes = {
          plan: { ...call.plan, transferTo: to },
          dialogue: {
            ...state,
            ended: "transferred" as const,
            outcome: "transferred" as const,
            say: announcement,
          },
        };
        await updateRow(em, "caller_calls", call.id, changes);
        const said = { speaker: "agent" as const, text: announcement, confidence: 1, stepId: state.stepId };
        await addTurns(em, ctx, call, [said]);
        return presentCall(await recordForwarding(em, ctx, { ...call, ...changes }));
      },
    },
  );
}
