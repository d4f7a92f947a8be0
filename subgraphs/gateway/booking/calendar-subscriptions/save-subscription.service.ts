import type { EntityManager } from "@mikro-orm/postgresql";
import { sha256 } from "../../../../src/crypto/crypto.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { newId } from "../../../../src/ids.ts";
import { ownerOf } from "../../base/gateway.context.ts";
import { businessRule } from "../../base/gateway.errors.ts";
import type { BookingContext } from "../booking.context.ts";
import type { CalendarFile } from "./calendar-files.port.ts";
import {
  subscriptionRows,
  subscriptionUrlPlace,
  type SubscriptionRow,
} from "./calendar-subscription.rows.ts";

const minuteMs = 60_000;
const maxSubscriptions = 20;

/** A calendar at a URL that was just read and written. */
export interface WantedSubscription {
  providerId: string;
  source: string;
  url: string;
  refreshMinutes: number;
  file: Extract<CalendarFile, { kind: "content" }>;
  blockCount: number;
  unreadCount: number;
}

/**
 * Keeps a calendar's URL in the open transaction, in place of an earlier one of the same source. The provider's row is locked.
 * Throws BUSINESS_RULE beyond the most subscriptions of a provider. Returns its ID.
 */
export async function saveSubscription(
  em: EntityManager,
  ctx: BookingContext,
  wanted: WantedSubscription,
): Promise<string> {
  const { providerId, source, url, refreshMinutes, file, blockCount, unreadCount } = wanted;
  const known = await subscriptionRows.findRows(em, "booking_calendar_subscriptions", "provider_id = $1", [
    providerId,
  ]);
  const earlier = known.find((one) => one.source === source);
  if (!earlier && known.length >= maxSubscriptions)
    throw businessRule(
      "max_subscriptions",
      `A provider has at most ${maxSubscriptions} calendars at a URL. Remove one first.`,
    );
  const id = earlier?.id ?? newId("cas");
  const now = ctx.clock.now();
  const at = now.toISOString();
  const row: SubscriptionRow = {
    id,
    ownerId: ownerOf(ctx),
    providerId,
    source,
    urlSealed: ctx.ports.keyRing.seal(url, subscriptionUrlPlace(id)),
    host: new URL(url).host,
    refreshMinutes,
    status: "active",
    errorCode: null,
    errorStatus: null,
    failures: 0,
    etag: file.etag,
    lastModified: file.lastModified,
    contentHash: contentHashOf(file.text),
    blockCount,
    unreadCount,
    lastReadAt: at,
    expandedAt: at,
    nextReadAt: nextReadAfter(now, refreshMinutes),
    version: (earlier?.version ?? 0) + 1,
    createdAt: earlier?.createdAt ?? at,
    updatedAt: at,
  };
  if (earlier) await subscriptionRows.updateRow(em, "booking_calendar_subscriptions", id, row);
  else await subscriptionRows.insertAll(em, "booking_calendar_subscriptions", [row]);
  return id;
}

/** Ends the subscription of a source, if there is one. Its busy times stay. */
export async function endSubscription(
  em: EntityManager,
  { providerId, source }: { providerId: string; source: string },
): Promise<void> {
  await executeSql(em, "DELETE FROM booking_calendar_subscriptions WHERE provider_id = $1 AND source = $2", [
    providerId,
    source,
  ]);
}

/** When a calendar is due again: the job that looks for due ones runs every minute, and the interval is kept. */
export function nextReadAfter(now: Date, refreshMinutes: number): string {
  return new Date(now.getTime() + (refreshMinutes - 1) * minuteMs).toISOString();
}

export function contentHashOf(text: string): string {
  return sha256(text).toString("hex");
}
