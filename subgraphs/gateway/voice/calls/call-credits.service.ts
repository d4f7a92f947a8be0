import type { VoiceContext } from "../voice.context.ts";
import type { CallRow } from "../voice-tables.ts";

/** Price of the list that a started minute is charged under. */
const minuteOperation = "call.minute";

export type MinutesHeld = Pick<CallRow, "holdId" | "heldMinutes" | "heldHundredths">;

/** Sets aside what a call of this length costs at most. The same key finds the same hold. Throws INSUFFICIENT_CREDITS. */
export async function holdMinutes(
  ctx: VoiceContext,
  key: string,
  maxDurationSec: number,
): Promise<MinutesHeld> {
  const heldMinutes = startedMinutes(maxDurationSec);
  const request = { operation: minuteOperation, appId: "ai-caller", key, units: heldMinutes };
  const { holdId, amountHundredths } = await ctx.ports.creditsWithReloads(ctx).hold(ctx, request);
  return { holdId, heldMinutes, heldHundredths: amountHundredths };
}

/** Price of a started minute by the price list, in hundredths of a credit. */
export function minutePrice(ctx: VoiceContext): Promise<number> {
  return ctx.ports.credits.price(ctx, { operation: minuteOperation, appId: "ai-caller" });
}

/** Minutes that have begun; a call that was answered has begun its first. */
function startedMinutes(durationSec: number): number {
  return Math.max(1, Math.ceil(durationSec / 60));
}

/** The cost of a call of this duration, in hundredths of a credit; never more than was held for it. */
export function costOf(call: MinutesHeld, durationSec: number): number {
  const { heldMinutes, heldHundredths } = call;
  if (heldMinutes === null || heldHundredths === null) return 0;
  const minutes = Math.min(heldMinutes, startedMinutes(durationSec));
  return Math.round((heldHundredths / heldMinutes) * minutes);
}

/** Takes what the call cost out of what was set aside, and gives the rest back. Again, nothing happens. */
export async function settleHeld(
  ctx: VoiceContext,
  { holdId, costHundredths }: Pick<CallRow, "holdId" | "costHundredths">,
): Promise<void> {
  if (holdId === null) return;
  if (costHundredths === 0) await ctx.ports.credits.release(ctx, holdId);
  else await ctx.ports.credits.capture(ctx, holdId, costHundredths);
}
