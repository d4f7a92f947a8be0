import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import { openStatuses } from "./call-states.ts";
import { recordCallEvent } from "./call-events.service.ts";
import { findRows } from "../voice.rows.ts";
import { requestHangUp } from "./end-call.service.ts";
import { finishCall } from "./finish-call.service.ts";
import type { VoiceContext } from "../voice.context.ts";
import { ownerOf } from "../../base/gateway.context.ts";

/**
 * Ends planned calls to a number in the open transaction: queued calls and callbacks are cancelled, unanswered calls at
 * the carrier are ended.
 */
export async function dropCallsTo(
  em: EntityManager,
  ctx: VoiceContext,
  phone: string,
  because: "do_not_call" | "contact_deleted" = "do_not_call",
): Promise<void> {
  const ownerId = ownerOf(ctx);
  const now = ctx.clock.now();
  await executeSql(
    em,
    `UPDATE caller_callbacks SET status = 'cancelled', missed_because = $4, version = version + 1, updated_at = $3
     WHERE owner_id = $1 AND phone = $2 AND status IN ('scheduled', 'due')`,
    [ownerId, phone, now, because],
  );
  const open = await findRows(
    em,
    "caller_calls",
    "owner_id = $1 AND to_number = $2 AND status = ANY ($3) AND answered_at IS NULL ORDER BY id FOR UPDATE",
    [ownerId, phone, openStatuses],
  );
  for (const call of open) {
    if (call.status === "queued" && call.askedAt === null) {
      await recordCallEvent(em, ctx, call, "canceled");
      await finishCall(em, ctx, call, { status: "canceled", at: now, outcome: because });
    } else await requestHangUp(em, ctx, call);
  }
}
