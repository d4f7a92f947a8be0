import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../../src/db/sql.ts";
import type { VideoCalls, VideoStatus } from "./video.types.ts";

/** The service of connected calendars that makes a kind of video call; null for none. */
export function videoServiceOf(calls: VideoCalls | undefined): "google" | "microsoft" | null {
  if (calls === "google_meet") return "google";
  return calls === "microsoft_teams" ? "microsoft" : null;
}

/** How the video call of a new booking of a provider begins; null without one. It fails where nobody can make it. */
export async function firstVideoStatus(
  em: EntityManager,
  providerId: string,
  calls: VideoCalls | undefined,
): Promise<VideoStatus | null> {
  const service = videoServiceOf(calls);
  if (service === null) return null;
  return (await videoSyncOf(em, providerId, service)) === null ? "failed" : "pending";
}

/** The calendar that makes the video calls of a provider: the first one of that service. Null for none. */
export async function videoSyncOf(
  em: EntityManager,
  providerId: string,
  service: "google" | "microsoft",
): Promise<string | null> {
  const [sync] = await executeSql<{ id: string }>(
    em,
    `SELECT id FROM booking_calendar_syncs WHERE provider_id = $1 AND service = $2 AND status IN ('active', 'failing')
     ORDER BY id LIMIT 1`,
    [providerId, service],
  );
  return sync?.id ?? null;
}
