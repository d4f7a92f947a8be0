import { Arg, Ctx, Directive, Mutation, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { useConnectedCalendar } from "./connected-calendars.service.ts";
import { ConnectedCalendarInput, ConnectedCalendarOutcome } from "./connected-calendars.types.ts";

@Resolver()
export class ConnectedCalendarsResolver {
  @Directive("@inaccessible")
  @Mutation(() => ConnectedCalendarOutcome, {
    description: "Sends a request to a calendar of a connected account. Internal to the platform.",
  })
  useConnectedCalendar(
    @Ctx() ctx: HubContext,
    @Arg("input", () => ConnectedCalendarInput, { description: "Request to the calendar." })
    input: ConnectedCalendarInput,
  ): Promise<ConnectedCalendarOutcome> {
    return useConnectedCalendar(ctx, input);
  }
}
