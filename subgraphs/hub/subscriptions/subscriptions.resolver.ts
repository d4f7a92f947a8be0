import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { findApps } from "../apps/apps.service.ts";
import { App } from "../apps/apps.types.ts";
import type { HubContext } from "../hub.context.ts";
import { User } from "../identity/user.entity.ts";
import { OpenedCheckout } from "../payments/payments.types.ts";
import { listSubscriptions, readInApp, readOverview } from "./subscriptions.service.ts";
import * as changes from "./change-subscription.service.ts";
import { updateSubscription } from "./change-plan.service.ts";
import { previewSubscriptionChange } from "./change-preview.service.ts";
import { openSubscriptionCheckout } from "./subscription-checkout.service.ts";
import * as types from "./subscriptions.types.ts";

@Resolver()
export class SubscriptionsResolver {
  @Query(() => types.SubscriptionOverview, {
    description: "What the caller pays for in an app, or in all of them when none is named.",
  })
  subscriptionOverview(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { nullable: true }) appId: string | null = null,
  ): Promise<types.SubscriptionOverview> {
    return readOverview(ctx, appId);
  }

  @Query(() => types.AppSubscription, { description: "What the caller pays for in one app." })
  appSubscription(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID) appId: string,
  ): Promise<types.AppSubscription> {
    return readInApp(ctx, appId);
  }

  @Query(() => types.PlanSubscriptionPage, {
    description: "Every subscription that the caller has or had, newest first.",
  })
  planSubscriptions(@Ctx() ctx: HubContext): Promise<types.PlanSubscriptionPage> {
    return listSubscriptions(ctx);
  }

  @Query(() => types.SubscriptionChangePreview, {
    description: "What moving to another price would cost, counted for this moment. Nothing is changed.",
  })
  subscriptionChangePreview(
    @Ctx() ctx: HubContext,
    @Args(() => types.SubscriptionChangePreviewArgs) args: types.SubscriptionChangePreviewArgs,
  ): Promise<types.SubscriptionChangePreview> {
    return previewSubscriptionChange(ctx, args);
  }

  @Mutation(() => OpenedCheckout, {
    description:
      "Opens the page where a plan is paid for. The subscription begins when the processor confirms the payment.",
  })
  openSubscriptionCheckout(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.SubscriptionCheckoutInput) input: types.SubscriptionCheckoutInput,
  ): Promise<OpenedCheckout> {
    return openSubscriptionCheckout(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, {
    description: "Ends the subscription of an app: with its billing period, or at once.",
  })
  cancelSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CancelSubscriptionInput) input: types.CancelSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.cancelSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, {
    description: "Takes back that a subscription ends, while its billing period lasts.",
  })
  reactivateSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.AppSubscriptionInput) input: types.AppSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.reactivateSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, {
    description: "Stops billing, until a moment or until it is resumed.",
  })
  pauseSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PauseSubscriptionInput) input: types.PauseSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.pauseSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, { description: "Ends a pause at once." })
  resumeSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.AppSubscriptionInput) input: types.AppSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.resumeSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionUpdate, {
    description: "Changes the plan or the interval, at once, and says what that adds.",
  })
  updateSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateSubscriptionInput) input: types.UpdateSubscriptionInput,
  ): Promise<types.SubscriptionUpdate> {
    return updateSubscription(ctx, input);
  }
}

@Resolver(() => types.PlanSubscription)
export class PlanSubscriptionResolver {
  @FieldResolver(() => App, { nullable: true, description: "The app; null for one that is retired." })
  async app(@Root() { appId }: types.PlanSubscription, @Ctx() ctx: HubContext): Promise<App | null> {
    const [app = null] = await findApps(ctx, [appId]);
    return app;
  }
}

@Resolver(() => User)
export class UserSubscriptionsResolver {
  @FieldResolver(() => [types.PlanSubscription], {
    description: "Subscriptions of the account, newest first; ended ones too.",
  })
  async subscriptions(@Ctx() ctx: HubContext): Promise<types.PlanSubscription[]> {
    return (await listSubscriptions(ctx)).subscriptions;
  }
}
