import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { bulkRescheduleBookings } from "./bulk-moves.service.ts";
import * as types from "./bulk-moves.types.ts";

@Resolver()
export class BulkMovesResolver {
  @Mutation(() => types.BulkReschedule, {
    description:
      "Moves all bookings of a provider in a period, for example of an ill one. Reports the result for each booking and emails the customers; use `preview` first.",
  })
  bulkRescheduleBookings(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.BulkRescheduleBookingsInput, { description: "Bookings and where they move." })
    input: types.BulkRescheduleBookingsInput,
  ): Promise<types.BulkReschedule> {
    return bulkRescheduleBookings(ctx, input);
  }
}
