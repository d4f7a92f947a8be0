import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem } from "../../../../src/db/transaction.ts";
import type { HubContext } from "../../hub.context.ts";
import { lockMessage, moveMessage } from "./delivery-receipts.service.ts";

/**
 * Notes that a message was opened, or a link of it followed; that it was delivered follows from it. Programs open mail
 * too, and people whose program shows no pictures are not seen, so these numbers are approximate.
 */
export async function recordOpened(ctx: HubContext, messageId: string, by: "open" | "click"): Promise<void> {
  await asSystem(ctx.em, async (em) => {
    const now = ctx.clock.now();
    const message = await lockMessage(em, messageId);
    if (!message || message.channel !== "email") return;
    await moveMessage(em, message, { to: "delivered", now });
    await executeSql(
      em,
      `UPDATE crm_messages SET opened_at = coalesce(opened_at, $2),
         clicked_at = CASE WHEN $3 = 'click' THEN coalesce(clicked_at, $2) ELSE clicked_at END
       WHERE id = $1 AND status IN ('delivered', 'complained')`,
      [messageId, now, by],
    );
  });
}
