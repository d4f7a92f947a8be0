import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readAgenda } from "./agenda.service.ts";
import * as types from "./agenda.types.ts";

@Resolver()
export class AgendaResolver {
  @Query(() => types.BookingAgenda, {
    description:
      "Returns the agenda of one or all providers, day by day. Shows working hours, bookings, holds, blocked time, gaps and utilization in local time.",
  })
  bookingAgenda(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.AgendaArgs) args: types.AgendaArgs,
  ): Promise<types.BookingAgenda> {
    return readAgenda(ctx, args);
  }
}
