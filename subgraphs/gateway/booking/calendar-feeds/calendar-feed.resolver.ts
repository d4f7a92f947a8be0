import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { readFeed, readFeedUrl, rotateFeedToken } from "./calendar-feed.service.ts";
import * as types from "./calendar-feed.types.ts";

@Resolver()
export class CalendarFeedResolver {
  @Query(() => types.CalendarFeedUrl, {
    description: "Returns the URL of a provider's private calendar feed, to subscribe to in a calendar app.",
  })
  getCalendarFeedUrl(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.CalendarFeedUrlArgs) args: types.CalendarFeedUrlArgs,
  ): Promise<types.CalendarFeedUrl> {
    return readFeedUrl(ctx, args);
  }

  @Query(() => types.CalendarFeed, {
    description: "Returns a provider's bookings as iCalendar, by the feed's URL.",
  })
  calendarFeed(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.CalendarFeedArgs) args: types.CalendarFeedArgs,
  ): Promise<types.CalendarFeed> {
    return readFeed(ctx, args);
  }

  @Mutation(() => types.CalendarFeedUrl, {
    description: "Replaces the URL of a provider's calendar feed. The old one stops working.",
  })
  rotateCalendarFeedToken(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RotateCalendarFeedInput, { description: "Provider whose feed gets a new URL." })
    input: types.RotateCalendarFeedInput,
  ): Promise<types.CalendarFeedUrl> {
    return rotateFeedToken(ctx, input);
  }
}
