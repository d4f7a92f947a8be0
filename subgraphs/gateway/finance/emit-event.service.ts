import type { EntityManager } from "@mikro-orm/postgresql";
import { emitEvent } from "../../../src/db/outbox.ts";
import { ownerOf } from "../base/gateway.context.ts";
import type { FinanceContext } from "./finance.context.ts";

/** Records an event of this app in the open transaction. The object is as the graph shows it. */
export async function emitFinanceEvent(
  em: EntityManager,
  ctx: FinanceContext,
  type: string,
  { id, object }: { id: string; object: object },
): Promise<void> {
  // Dates as JSON has them.
  const shown: unknown = JSON.parse(JSON.stringify(object));
  const payload = { object: shown, previous: null };
  await emitEvent(em, { type, objectId: id, appId: "finance", ownerId: ownerOf(ctx), payload });
}
