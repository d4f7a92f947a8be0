import { isEqualSecret } from "../../../../src/crypto/crypto.ts";
import { ofOpenAccount } from "../../../../src/access/open-account.ts";
import { asSystem, inTransaction } from "../../../../src/db/transaction.ts";
import { newToken } from "../../../../src/ids.ts";
import { enqueue } from "../../../../src/jobs/enqueue.ts";
import { hashToken } from "../../base/page-token.ts";
import { notFound } from "../../base/gateway.errors.ts";
import type { BookingContext } from "../booking.context.ts";
import { syncQueue } from "./calendar-sync.queue.ts";
import { syncRows, type SyncRow } from "./calendar-sync.rows.ts";
import type { CalendarNotificationAnswer, CalendarNotificationInput } from "./calendar-notification.types.ts";

const hourMs = 3_600_000;
/** Within the shortest limit of the services: 4,230 minutes for Outlook. */
const channelMs = 70 * hourMs;
/** Channels are replaced or renewed this long before they end. */
const renewBeforeMs = 24 * hourMs;

/**
 * Opens the channel on which the service announces changes, or renews it before it ends. Without one, changes are found by asking
 * every five minutes: a refusal is no failure of the sync.
 */
export async function openChannel(ctx: BookingContext, sync: SyncRow): Promise<void> {
  const now = ctx.clock.now().getTime();
  if (sync.channelExpiresAt !== null && Date.parse(sync.channelExpiresAt) - now > renewBeforeMs) return;
  const isRenewed = sync.service === "microsoft" && sync.channelRemoteId !== null;
  const channelId = isRenewed ? sync.channelId! : newToken(24);
  const token = newToken(24);
  // Stored before the service can call: it does while the channel is being opened.
  if (!isRenewed)
    await inTransaction(ctx, (em) =>
      syncRows.updateRow(em, "booking_calendar_syncs", sync.id, {
        channelId,
        channelTokenHash: hashToken(token),
      }),
    );
  const previous = sync.channelRemoteId && { id: sync.channelRemoteId, resourceId: sync.channelResourceId };
  const { outcome } = await ctx.ports.connectedCalendars.send(ctx, {
    connectionId: sync.connectionId,
    action: "watch",
    argument: {
      calendarId: sync.calendarId,
      channelId,
      token,
      url: `${ctx.publicUrl}/calendar-notifications/${channelId}`,
      until: new Date(now + channelMs).toISOString(),
      previous: previous || null,
    },
  });
  const channel = outcome.kind === "found" ? outcome.value : null;
  await inTransaction(ctx, (em) =>
    syncRows.updateRow(em, "booking_calendar_syncs", sync.id, {
      channelRemoteId: channel?.id ?? null,
      channelResourceId: channel?.resourceId ?? null,
      channelExpiresAt: channel?.expiresAt ?? null,
    }),
  );
}

/** Ends the channel at the service, as far as it answers. */
export async function closeChannel(ctx: BookingContext, sync: SyncRow): Promise<void> {
  const { connectionId, channelRemoteId: id, channelResourceId: resourceId } = sync;
  if (id === null) return;
  await ctx.ports.connectedCalendars
    .send(ctx, { connectionId, action: "unwatch", argument: { id, resourceId } })
    .catch(() => null);
}

/**
 * Receives the announcement of a change: the sync runs at once. The token of the channel authorizes it; what it says of the change
 * is not read. Repeated and reordered ones lead to one run. Repeats the token of a new Microsoft subscription. Throws NOT_FOUND for
 * an unknown channel and for another token.
 */
export async function receiveNotification(
  ctx: BookingContext,
  { channelId, channelToken = null, validationToken = null, body }: CalendarNotificationInput,
): Promise<CalendarNotificationAnswer> {
  const find = (sql: string) =>
    asSystem(ctx.em, (em) => syncRows.findRows(em, "booking_calendar_syncs", sql, [channelId]), {
      readOnly: true,
    });
  // Another text is no ID of ours, and some are no text for the database.
  if (!/^[\w-]{1,64}$/.test(channelId)) throw notFound("channel");
  const [sync] = await find(`channel_id = $1 AND status <> 'ended' AND ${ofOpenAccount()}`);
  if (!sync) throw notFound("channel");
  if (validationToken !== null && sync.service === "microsoft") return answer(200, validationToken);
  const tokens = sync.service === "google" ? [channelToken] : clientStates(body);
  if (tokens.length === 0 || !tokens.every((token) => isToken(token, sync.channelTokenHash)))
    throw notFound("channel");
  await asSystem(ctx.em, (em) =>
    enqueue(em, syncQueue, { syncId: sync.id, ownerId: sync.ownerId }, { singletonKey: sync.id }),
  );
  return answer(202);
}

function answer(status: number, content = ""): CalendarNotificationAnswer {
  const contentType = status === 200 ? "text/plain; charset=utf-8" : null;
  return { status, contentType, location: null, encoding: "utf8", content };
}

/** The `clientState` of each notification in a body of Microsoft Graph; none for a body of another form. */
function clientStates(body: string): (string | null)[] {
  try {
    const { value } = JSON.parse(body) as { value: { clientState?: unknown }[] };
    return value
      .slice(0, 1_000)
      .map(({ clientState }) => (typeof clientState === "string" ? clientState : null));
  } catch {
    return [];
  }
}

function isToken(token: string | null, hash: string | null): boolean {
  return token !== null && hash !== null && isEqualSecret(hashToken(token), hash);
}
