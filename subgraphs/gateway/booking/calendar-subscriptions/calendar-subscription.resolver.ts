import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { listCalendarSubscriptions, removeCalendarSubscription } from "./calendar-subscriptions.service.ts";
import * as types from "./calendar-subscription.types.ts";

@Resolver()
export class CalendarSubscriptionResolver {
  @Query(() => types.CalendarSubscriptionPage, {
    description: "Lists calendars at a URL that block providers' time, with the last error of each.",
  })
  calendarSubscriptions(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.CalendarSubscriptionsArgs) args: types.CalendarSubscriptionsArgs,
  ): Promise<types.CalendarSubscriptionPage> {
    return listCalendarSubscriptions(ctx, args);
  }

  @Mutation(() => types.RemovedCalendarSubscription, {
    description: "Removes a calendar subscription and frees the time that it blocks.",
  })
  removeCalendarSubscription(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RemoveCalendarSubscriptionInput, {
      description: "Calendar subscription to remove.",
    })
    input: types.RemoveCalendarSubscriptionInput,
  ): Promise<types.RemovedCalendarSubscription> {
    return removeCalendarSubscription(ctx, input);
  }
}
