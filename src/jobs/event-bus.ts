import { executeSql } from "../db/sql.ts";
import type { EventsHandler } from "../db/outbox.ts";

/** The channel on which every process hears of committed events. */
export const eventChannel = "platform_events";

/**
 * Announces events to all processes when the relay's transaction commits. A notice is small by nature, so it
 * carries which event, about what and whose; who wants more reads the outbox row.
 */
export const announceEvents: EventsHandler = async (events, em) => {
  const notices = events.map(({ id, type, objectId, appId, ownerId }) =>
    JSON.stringify({ id, type, objectId, appId, ownerId }),
  );
  await executeSql(em, "SELECT pg_notify($1, notice) FROM unnest($2::text[]) AS notice", [
    eventChannel,
    notices,
  ]);
};
