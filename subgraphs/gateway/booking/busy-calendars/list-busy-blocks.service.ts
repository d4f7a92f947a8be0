import type { GatewayContext } from "../../base/gateway.context.ts";
import { readBlocks, type BlockedTimeRow } from "../setup/time-off.service.ts";
import type { BlockedTimesArgs } from "../setup/time-off.types.ts";
import type { BusyBlock, BusyBlockPage } from "./busy-calendar.types.ts";

/** Times that imported calendars block in a range. Throws NOT_FOUND and VALIDATION_ERROR. */
export function listBusyBlocks(ctx: GatewayContext, args: BlockedTimesArgs): Promise<BusyBlockPage> {
  return readBlocks(ctx, args, "busy blocks", "source IS NOT NULL", async (_em, rows) =>
    rows.map(presentBusyBlock),
  );
}

function presentBusyBlock({ id, startsAt, endsAt, eventUid, reason }: BlockedTimeRow): BusyBlock {
  return { id, from: new Date(startsAt), to: new Date(endsAt), uid: eventUid!, reason };
}
