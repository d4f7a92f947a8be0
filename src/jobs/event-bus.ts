import { executeSql } from "../db/sql.ts";
import type { EventHandler } from "../db/outbox.ts";

/** The channel on which every process hears of committed events. */
export const eventChannel = "platform_events";

/**
 * Announces an event to all processes when the relay's transaction commits. A notice is small by nature, so it
 * carries which event, about what and whose; who wants more reads the outbox row.
 */
export const announceEvent: EventHandler = async ({ id, type, objectId, appId, ownerId }, em) => {
  const notice = JSON.stringify({ id, type, objectId, appId, ownerId });
  await executeSql(em, "SELECT pg_notify($1, $2)", [eventChannel, notice]);
};
