import type {
  CalendarAction,
  CalendarOutcome,
  CalendarRequests,
} from "../../../src/calendars/remote-calendar.ts";

/** An outcome before the token was renewed. */
export type CalendarAnswer<Value> = CalendarOutcome<Value> | { kind: "unauthorized" };

/** A request with the token of its account. */
type WithToken<Action extends CalendarAction> = CalendarRequests[Action]["argument"] & {
  accessToken: string;
};

/** A service with calendars. It sends each request once and never throws. Writes are idempotent by key or ETag. */
export type ConnectedCalendar = {
  /** As scopes are granted, any of which suffices; the first one is asked for. */
  readonly scopes: readonly [string, ...string[]];
} & {
  [Action in CalendarAction]: (
    request: WithToken<Action>,
  ) => Promise<CalendarAnswer<CalendarRequests[Action]["value"]>>;
};

/** Services with calendars, by the name of their connection. */
export type ConnectedCalendars = ReadonlyMap<string, ConnectedCalendar>;
