import { parse } from "graphql";
import type {
  CalendarAction,
  CalendarOutcome,
  CalendarRequests,
} from "../../../../src/calendars/remote-calendar.ts";
import type { CallContext } from "../../../../src/context.ts";
import type { SubgraphExecutor } from "../../../../src/graphql/local-executor.ts";
import { callHubIn } from "../../base/internal-client.ts";
import type { CalendarRequest, ConnectedCalendarsPort } from "./connected-calendars.port.ts";

const document = parse(
  "mutation UseBookingCalendar($input: ConnectedCalendarInput!) { useConnectedCalendar(input: $input) { provider outcome } }",
);

/** Connections of the booking app, used by the hub, which keeps their tokens. */
export function createHubCalendars(hub: SubgraphExecutor): ConnectedCalendarsPort {
  return {
    async send<Action extends CalendarAction>(call: CallContext, request: CalendarRequest<Action>) {
      const question = { document, variables: { input: request }, appId: "event-manager" };
      const { useConnectedCalendar } = await callHubIn(hub, question, call);
      return useConnectedCalendar as {
        provider: string;
        outcome: CalendarOutcome<CalendarRequests[Action]["value"]>;
      };
    },
  };
}
