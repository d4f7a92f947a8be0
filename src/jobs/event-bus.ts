import { executeSql } from "../db/sql.ts";
import type { EventsHandler } from "../db/outbox.ts";

/** The channel on which every process is notified of committed events. */
export const eventChannel = "platform_events";

/**
 * Notifies all processes when the relay's transaction commits. A notification is small, so it contains only the
 * event's id, object and owner; subscribers read the rest from the outbox row.
 */
export const announceEvents: EventsHandler = async (events, em) => {
  const notices = events.map(({ id, type, objectId, appId, ownerId }) => ({
    id,
    type,
    objectId,
    appId,
    ownerId,
  }));
  await executeSql(em, "SELECT pg_notify($1, notice::text) FROM json_array_elements($2::json) AS notice", [
    eventChannel,
    JSON.stringify(notices),
  ]);
};
