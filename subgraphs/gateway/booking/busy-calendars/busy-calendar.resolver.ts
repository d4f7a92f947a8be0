import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { importBusyCalendar } from "./busy-calendar.service.ts";
import * as types from "./busy-calendar.types.ts";

@Resolver()
export class BusyCalendarResolver {
  @Mutation(() => types.BusyCalendar, {
    description:
      "Blocks the time of a provider that another calendar (iCalendar text) shows as taken, for the next two years. Importing again under the same source replaces it; an empty calendar takes it back. Events that repeat by days or weeks are read; others are told in `notUnderstood`.",
  })
  importBusyCalendar(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ImportBusyCalendarInput) input: types.ImportBusyCalendarInput,
  ): Promise<types.BusyCalendar> {
    return importBusyCalendar(ctx, input);
  }
}
