import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from "type-graphql";
import { findApps } from "../apps/apps.service.ts";
import { App } from "../apps/apps.types.ts";
import type { HubContext } from "../hub.context.ts";
import { Account } from "../accounts/account.types.ts";
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
    description: "Returns the account's subscriptions, in one app or in all apps.",
  })
  subscriptionOverview(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { nullable: true, description: "ID of one app; omit for all apps." }) appId:
      | string
      | null = null,
  ): Promise<types.SubscriptionOverview> {
    return readOverview(ctx, appId);
  }

  @Query(() => types.AppSubscription, { description: "Returns the account's subscription in one app." })
  appSubscription(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app whose subscription is returned." }) appId: string,
  ): Promise<types.AppSubscription> {
    return readInApp(ctx, appId);
  }

  @Query(() => types.PlanSubscriptionPage, {
    description: "Lists all subscriptions of the account, newest first, including ended ones.",
  })
  planSubscriptions(@Ctx() ctx: HubContext): Promise<types.PlanSubscriptionPage> {
    return listSubscriptions(ctx);
  }

  @Query(() => types.SubscriptionChangePreview, {
    description: "Previews the cost of a plan change at this moment. Changes nothing.",
  })
  subscriptionChangePreview(
    @Ctx() ctx: HubContext,
    @Args(() => types.SubscriptionChangePreviewArgs) args: types.SubscriptionChangePreviewArgs,
  ): Promise<types.SubscriptionChangePreview> {
    return previewSubscriptionChange(ctx, args);
  }

  @Mutation(() => OpenedCheckout, {
    description:
      "Opens the processor's payment page for a plan. The subscription starts when the processor confirms the payment.",
  })
  openSubscriptionCheckout(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.SubscriptionCheckoutInput) input: types.SubscriptionCheckoutInput,
  ): Promise<OpenedCheckout> {
    return openSubscriptionCheckout(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, {
    description: "Cancels the subscription of an app, at period end or immediately.",
  })
  cancelSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CancelSubscriptionInput) input: types.CancelSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.cancelSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, {
    description: "Undoes a scheduled cancellation before the billing period ends.",
  })
  reactivateSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.AppSubscriptionInput) input: types.AppSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.reactivateSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, {
    description: "Pauses billing until a given time or until resumed.",
  })
  pauseSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.PauseSubscriptionInput) input: types.PauseSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.pauseSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionChange, { description: "Resumes a paused subscription immediately." })
  resumeSubscription(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.AppSubscriptionInput) input: types.AppSubscriptionInput,
  ): Promise<types.SubscriptionChange> {
    return changes.resumeSubscription(ctx, input);
  }

  @Mutation(() => types.SubscriptionUpdate, {
    description: "Changes the plan or billing interval immediately and returns the price difference.",
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
  @FieldResolver(() => App, {
    nullable: true,
    description: "App of the subscription; null when the app is retired.",
  })
  async app(@Root() { appId }: types.PlanSubscription, @Ctx() ctx: HubContext): Promise<App | null> {
    const [app = null] = await findApps(ctx, [appId]);
    return app;
  }
}

@Resolver(() => User)
export class UserSubscriptionsResolver {
  @FieldResolver(() => [types.PlanSubscription], {
    description: "Subscriptions of the account, newest first, including ended ones.",
  })
  async subscriptions(@Ctx() ctx: HubContext): Promise<types.PlanSubscription[]> {
    return (await listSubscriptions(ctx)).subscriptions;
  }
}

@Resolver(() => Account)
export class AccountSubscriptionsResolver {
  @FieldResolver(() => [types.PlanSubscription], {
    nullable: true,
    description:
      "Subscriptions, newest first, with ended ones. Null for an account that the request does not act for.",
  })
  async subscriptions(
    @Ctx() ctx: HubContext,
    @Root() { id }: Account,
  ): Promise<types.PlanSubscription[] | null> {
    return id === ctx.principal.ownerId ? (await listSubscriptions(ctx)).subscriptions : null;
  }
}
