import type { GatewayContext } from "../base/gateway.context.ts";
import type { ConnectedCalendarsPort } from "./calendar-syncs/connected-calendars.port.ts";

/** A request as those features of the booking app see it that use connected calendars. */
export interface BookingContext extends GatewayContext {
  ports: GatewayContext["ports"] & {
    /** Calendars of connected accounts. */
    connectedCalendars: ConnectedCalendarsPort;
  };
}
