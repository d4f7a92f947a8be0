import type { EntityManager } from "@mikro-orm/postgresql";
import { exactlyOnce, keyLifetimeMs } from "../../../../src/db/idempotency.ts";
import { executeSql } from "../../../../src/db/sql.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { notFound } from "../../base/gateway.errors.ts";
import { findProvider } from "../setup/providers.service.ts";
import { calendarFeedText, type FeedBooking } from "./calendar-feed-text.ts";
import type * as types from "./calendar-feed.types.ts";
import { feedToken, isFeedToken, providerOfToken } from "./feed-token.ts";

/** A feed shows bookings from 31 days ago to 400 days ahead, the earliest ones first. */
const [daysBack, daysAhead, maxBookings] = [31, 400, 2_000];
const dayMs = 86_400_000;

/** The URL of a provider's feed. Throws NOT_FOUND. */
export function readFeedUrl(
  ctx: GatewayContext,
  { providerId }: types.CalendarFeedUrlArgs,
): Promise<types.CalendarFeedUrl> {
  return inTransaction(
    ctx,
    async (em) => {
      await findProvider(em, ctx, providerId);
      return urlOf(ctx, providerId, await generationOf(em, providerId));
    },
    { readOnly: true },
  );
}

/** Replaces the URL of a provider's feed; the old one stops working. Throws NOT_FOUND. */
export function rotateFeedToken(
  ctx: GatewayContext,
  input: types.RotateCalendarFeedInput,
): Promise<types.CalendarFeedUrl> {
  const revealedOnce = { fields: ["url"], keepForMs: keyLifetimeMs, keyRing: ctx.ports.keyRing };
  return exactlyOnce(ctx, { operation: "rotateCalendarFeedToken", input, revealedOnce }, async (em) => {
    const { id, ownerId } = await findProvider(em, ctx, input.providerId);
    const [row] = await executeSql<{ generation: number }>(
      em,
      `INSERT INTO booking_calendar_feeds (provider_id, owner_id, generation, rotated_at) VALUES ($1, $2, 1, $3)
       ON CONFLICT (provider_id) DO UPDATE SET generation = booking_calendar_feeds.generation + 1, rotated_at = $3
       RETURNING generation`,
      [id, ownerId, ctx.clock.now()],
    );
    return urlOf(ctx, id, row!.generation);
  });
}

/** The feed of a token. Throws NOT_FOUND for a token that is unknown or was replaced. */
export function readFeed(
  ctx: GatewayContext,
  { token }: types.CalendarFeedArgs,
): Promise<types.CalendarFeed> {
  const providerId = providerOfToken(token);
  if (providerId === null) throw notFound("calendar feed");
  // No principal here: the token authorizes access to the bookings of exactly one provider.
  return asSystem(
    ctx.em,
    async (em) => {
      const generation = await generationOf(em, providerId);
      if (!isFeedToken(ctx.ports.keyRing, token, { providerId, generation })) throw notFound("calendar feed");
      const sql = `SELECT name FROM booking_providers WHERE id = $1 AND ${ofOpenAccount()}`;
      const [provider] = await executeSql<{ name: string }>(em, sql, [providerId]);
      if (!provider) throw notFound("calendar feed");
      const content = calendarFeedText(provider.name, await bookingsOf(em, providerId, ctx.clock.now()));
      const size = Buffer.byteLength(content);
      return { filename: "bookings.ics", contentType: "text/calendar", encoding: "utf8", content, size };
    },
    { readOnly: true },
  );
}

type Times = "startsAt" | "endsAt" | "updatedAt";
type StoredBooking = Omit<FeedBooking, Times> & Record<Times, string>;

async function bookingsOf(em: EntityManager, providerId: string, now: Date): Promise<FeedBooking[]> {
  const [from, to] = [
    new Date(now.getTime() - daysBack * dayMs),
    new Date(now.getTime() + daysAhead * dayMs),
  ];
  const rows = await executeSql<StoredBooking>(
    em,
    `SELECT id, service_snapshot ->> 'name' AS "serviceName", starts_at AS "startsAt", ends_at AS "endsAt",
       party_size AS "partySize", status, ics_sequence AS "icsSequence", updated_at AS "updatedAt"
     FROM bookings WHERE provider_id = $1 AND ends_at > $2 AND starts_at < $3
     AND (status IN ('confirmed', 'checked_in', 'completed') OR status = 'pending' AND lapses_at > $4)
     ORDER BY starts_at, id LIMIT ${maxBookings}`,
    [providerId, from, to, now],
  );
  return rows.map(({ startsAt, endsAt, updatedAt, ...row }) => ({
    ...row,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    updatedAt: new Date(updatedAt),
  }));
}

async function generationOf(em: EntityManager, providerId: string): Promise<number> {
  const sql = "SELECT generation FROM booking_calendar_feeds WHERE provider_id = $1";
  const [row] = await executeSql<{ generation: number }>(em, sql, [providerId]);
  return row?.generation ?? 0;
}

function urlOf(
  { publicUrl, ports }: GatewayContext,
  providerId: string,
  generation: number,
): types.CalendarFeedUrl {
  const token = feedToken(ports.keyRing, { providerId, generation });
  return { url: `${publicUrl}/calendar-feeds/${token}.ics` };
}
