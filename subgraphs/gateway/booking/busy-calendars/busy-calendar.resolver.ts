import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import type { BookingContext } from "../booking.context.ts";
import { importBusyCalendar } from "./busy-calendar.service.ts";
import { BlockedTimesArgs } from "../setup/time-off.types.ts";
import { listBusyBlocks } from "./list-busy-blocks.service.ts";
import * as types from "./busy-calendar.types.ts";

@Resolver()
export class BusyCalendarResolver {
  @Query(() => types.BusyBlockPage, {
    description: "Lists the busy times imported from a provider's calendars, latest import first.",
  })
  busyBlocks(
    @Ctx() ctx: GatewayContext,
    @Args(() => BlockedTimesArgs) args: BlockedTimesArgs,
  ): Promise<types.BusyBlockPage> {
    return listBusyBlocks(ctx, args);
  }

  @Mutation(() => types.BusyCalendar, {
    description:
      "Blocks a provider's busy time by an external calendar: a text or a URL. A URL is read regularly. Covers the next two years. Importing the same source again replaces it; an empty calendar clears it. Reads events that repeat by days, weeks, months or years, and lists those that it cannot read in `notUnderstood`.",
  })
  importBusyCalendar(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.ImportBusyCalendarInput, { description: "Calendar to import." })
    input: types.ImportBusyCalendarInput,
  ): Promise<types.BusyCalendar> {
    return importBusyCalendar(ctx, input);
  }
}
