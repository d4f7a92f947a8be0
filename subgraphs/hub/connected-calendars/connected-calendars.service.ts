import type { CalendarAction } from "../../../src/calendars/remote-calendar.ts";
import { inTransaction } from "../../../src/db/transaction.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { requireConnection, withToken } from "../oauth/use-connection.service.ts";
import type { CalendarAnswer } from "./connected-calendars.port.ts";
import type { ConnectedCalendarInput, ConnectedCalendarOutcome } from "./connected-calendars.types.ts";

const noCalendars = new DomainError(
  "INVALID_STATE",
  "This service has no calendars. Choose a connection to `google` or `microsoft`.",
  { reason: "no_calendar_service" },
);

const actions: ReadonlySet<string> = new Set<CalendarAction>([
  "list_calendars",
  "list_changes",
  "read_event",
  "create_event",
  "update_event",
  "delete_event",
  "watch",
  "unwatch",
]);

/**
 * Sends one request to a calendar of a connected account, with its token. Throws CONNECTION_NOT_FOUND,
 * CONNECTION_NEEDS_REAUTH, and INVALID_STATE for a service without calendars or a missing scope; everything else is an outcome.
 */
export async function useConnectedCalendar(
  ctx: HubContext,
  { connectionId, action, argument }: ConnectedCalendarInput,
): Promise<ConnectedCalendarOutcome> {
  if (!actions.has(action)) throw new Error(`There is no request "${action}" to calendars.`);
  const wanted = { connectionId, services: ctx.ports.connectedCalendars, unfit: noCalendars };
  const { em: outer, principal } = ctx;
  const { row, service } = await inTransaction(
    { em: outer, principal },
    (em) => requireConnection(em, ctx, wanted),
    { readOnly: true },
  );
  const send = service[action as CalendarAction] as unknown as AnyRequest;
  const outcome = await withToken(ctx, connectionId, ({ accessToken }) => send({ ...argument, accessToken }));
  const shown = outcome.kind === "no_token" ? { kind: "later", retryAfterMs: null } : outcome;
  return { provider: row.provider, outcome: shown };
}

type AnyRequest = (request: { accessToken: string }) => Promise<CalendarAnswer<unknown>>;
