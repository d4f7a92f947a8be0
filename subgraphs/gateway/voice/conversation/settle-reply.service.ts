import type { VoiceContext } from "../voice.context.ts";
import type { HeldReply } from "./think.service.ts";

/** Takes the price of a reply that was used. Again, nothing happens. For the job. */
export async function settleReply(ctx: VoiceContext, { holdId, amountHundredths }: HeldReply): Promise<void> {
  await ctx.ports.credits.capture(ctx, holdId, amountHundredths);
}

/** Gives back what was held for replies that were not used; what stays held expires within a day. */
export async function releaseReplies(ctx: VoiceContext, held: readonly HeldReply[]): Promise<void> {
  for (const { holdId } of held)
    await ctx.ports.credits
      .release(ctx, holdId)
      .catch((err: unknown) => ctx.log.warn({ err, holdId }, "Held credits of a reply were not released"));
}
