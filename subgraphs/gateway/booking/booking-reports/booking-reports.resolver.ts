import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readBookingReport, readUtilization } from "./booking-reports.service.ts";
import * as types from "./booking-reports.types.ts";

@Resolver()
export class BookingReportsResolver {
  @Query(() => types.UtilizationReport, {
    description: "Reports how much of the available time of each provider is booked.",
  })
  utilizationReport(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.UtilizationReportArgs) args: types.UtilizationReportArgs,
  ): Promise<types.UtilizationReport> {
    return readUtilization(ctx, args);
  }

  @Query(() => types.BookingReport, {
    description: "Reports bookings, cancellations, no-shows, revenue and lead time of a period.",
  })
  bookingReport(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingReportArgs) args: types.BookingReportArgs,
  ): Promise<types.BookingReport> {
    return readBookingReport(ctx, args);
  }
}
