import type {
  CalendarAction,
  CalendarOutcome,
  CalendarRequests,
} from "../../../../src/calendars/remote-calendar.ts";
import type { CallContext } from "../../../../src/context.ts";

/** One request to a calendar of a connected account. */
export type CalendarRequest<Action extends CalendarAction> = {
  connectionId: string;
  action: Action;
} & { argument: CalendarRequests[Action]["argument"] };

/** Calendars of the accounts that people have connected, for the account of a call. Never throws for the outcome of a request. */
export interface ConnectedCalendarsPort {
  /**
   * Sends a request. The outcome names the service. Throws CONNECTION_NOT_FOUND, CONNECTION_NEEDS_REAUTH, and INVALID_STATE for
   * a service without calendars or a missing scope.
   */
  send<Action extends CalendarAction>(
    call: CallContext,
    request: CalendarRequest<Action>,
  ): Promise<{ provider: string; outcome: CalendarOutcome<CalendarRequests[Action]["value"]> }>;
}
