import { plainRows } from "../../../../src/db/rows.ts";
import type { SubscriptionFault } from "./calendar-subscription.types.ts";

export interface SubscriptionRow {
  id: string;
  ownerId: string;
  providerId: string;
  source: string;
  urlSealed: string;
  host: string;
  refreshMinutes: number;
  status: "active" | "failing";
  errorCode: SubscriptionFault | null;
  errorStatus: number | null;
  failures: number;
  etag: string | null;
  lastModified: string | null;
  contentHash: string | null;
  blockCount: number;
  unreadCount: number;
  lastReadAt: string;
  expandedAt: string;
  nextReadAt: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export const subscriptionRows = plainRows<{ booking_calendar_subscriptions: SubscriptionRow }>();

/** Context that binds the sealed URL to its row. */
export function subscriptionUrlPlace(subscriptionId: string): string {
  return `booking_calendar_subscriptions.url_sealed.${subscriptionId}`;
}
