import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { importBusyCalendar } from "./busy-calendar.service.ts";
import * as types from "./busy-calendar.types.ts";

@Resolver()
export class BusyCalendarResolver {
  @Mutation(() => types.BusyCalendar, {
    description:
      "Imports an external calendar (iCalendar text) and blocks the provider's busy time. Covers the next two years. Importing the same source again replaces it; an empty calendar clears it. Reads events that repeat daily or weekly, and lists others in `notUnderstood`.",
  })
  importBusyCalendar(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ImportBusyCalendarInput, { description: "Calendar to import." })
    input: types.ImportBusyCalendarInput,
  ): Promise<types.BusyCalendar> {
    return importBusyCalendar(ctx, input);
  }
}
