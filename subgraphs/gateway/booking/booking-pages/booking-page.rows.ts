import type { EntityManager } from "@mikro-orm/postgresql";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { plainRows } from "../../../../src/db/rows.ts";
import { executeSql } from "../../../../src/db/sql.ts";

export interface BookingPageRow {
  id: string;
  ownerId: string;
  slug: string;
  isEnabled: boolean;
  title: string;
  introduction: string | null;
  locale: string;
  confirmsEmail: boolean;
  frameOrigins: string[];
  /** How long a time or a ticket is kept for a visitor who has not paid yet. */
  paymentMinutes: number;
  showsEvents: boolean;
  version: number;
  createdAt: string;
  updatedAt: string;
}

/** A visitor's request, with what was asked for. */
export interface PageRequestRow {
  id: string;
  ownerId: string;
  pageId: string;
  email: string;
  emailFolded: string;
  name: string;
  serviceId: string;
  providerId: string | null;
  startsAt: string;
  timezone: string;
  partySize: number;
  notes: string | null;
  answers: Record<string, unknown> | null;
  formId: string | null;
  formVersion: number | null;
  tokenHash: string | null;
  codeHash: string | null;
  attempts: number;
  bookingId: string | null;
  expiresAt: string;
  createdAt: string;
}

export const { findRows, insertAll, updateRow } = plainRows<{
  booking_pages: BookingPageRow;
  booking_page_requests: PageRequestRow;
}>();

/** The open page with this address, of whatever account that is not closed; null without one. */
export async function findOpenPage(em: EntityManager, slug: string): Promise<BookingPageRow | null> {
  const [page] = await findRows(em, "booking_pages", `slug = $1 AND is_enabled AND ${ofOpenAccount()}`, [
    slug,
  ]);
  return page ?? null;
}

/** Present name of a provider. */
export async function providerNameOf(em: EntityManager, providerId: string): Promise<string> {
  const sql = "SELECT name FROM booking_providers WHERE id = $1";
  const [row] = await executeSql<{ name: string }>(em, sql, [providerId]);
  return row?.name ?? "";
}

const hourMs = 3_600_000;

/**
 * Requests of the last hour: of an email address on all pages, and on this page. Locks the page, so that its requests are counted
 * one after the other, and deletes those that are older than a day.
 */
export async function countRequests(
  em: EntityManager,
  pageId: string,
  { email, now }: { email: string; now: Date },
): Promise<{ email: number; page: number }> {
  const [dayAgo, hourAgo] = [new Date(now.getTime() - 24 * hourMs), new Date(now.getTime() - hourMs)];
  await executeSql(em, "SELECT 1 FROM booking_pages WHERE id = $1 FOR NO KEY UPDATE", [pageId]);
  const outdated = "DELETE FROM booking_page_requests WHERE page_id = $1 AND created_at < $2";
  await executeSql(em, outdated, [pageId, dayAgo]);
  const [counts] = await executeSql<{ email: number; page: number }>(
    em,
    `SELECT (SELECT count(*)::int FROM booking_page_requests WHERE email_folded = $2 AND created_at > $3) AS email,
       (SELECT count(*)::int FROM booking_page_requests WHERE page_id = $1 AND created_at > $3) AS page`,
    [pageId, email.toLowerCase(), hourAgo],
  );
  return counts!;
}
