import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import {
  listDeliveries,
  readDelivery,
  recoverEndpoint,
  replayDelivery,
  testEndpoint,
} from "./deliveries.service.ts";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from "./endpoints.service.ts";
import * as types from "./webhooks.types.ts";

@Resolver()
export class WebhooksResolver {
  @Query(() => types.WebhookEndpointPage, {
    description: "Lists the account's webhook endpoints, oldest first.",
  })
  webhookEndpoints(
    @Ctx() ctx: HubContext,
    @Args(() => types.WebhookEndpointArgs) args: types.WebhookEndpointArgs,
  ): Promise<types.WebhookEndpointPage> {
    return listEndpoints(ctx, args);
  }

  @Query(() => types.WebhookEndpoint, { description: "Returns one webhook endpoint of the account." })
  webhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("endpointId", () => ID, { description: "ID of the webhook endpoint." }) endpointId: string,
  ): Promise<types.WebhookEndpoint> {
    return readEndpoint(ctx, endpointId);
  }

  @Query(() => types.WebhookDeliveryPage, {
    description: "Lists webhook deliveries of the account, pending and completed, newest first.",
  })
  webhookDeliveries(
    @Ctx() ctx: HubContext,
    @Args(() => types.WebhookDeliveryArgs) args: types.WebhookDeliveryArgs,
  ): Promise<types.WebhookDeliveryPage> {
    return listDeliveries(ctx, args);
  }

  @Query(() => types.WebhookDeliveryDetail, {
    description: "Returns one webhook delivery with its payload and all attempts.",
  })
  webhookDelivery(
    @Ctx() ctx: HubContext,
    @Arg("deliveryId", () => ID, { description: "ID of the webhook delivery." }) deliveryId: string,
  ): Promise<types.WebhookDeliveryDetail> {
    return readDelivery(ctx, deliveryId);
  }

  @Mutation(() => types.WebhookEndpointWithSecret, {
    description: "Creates a webhook endpoint for the account's events. Shows its signing secret once.",
  })
  createWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateWebhookEndpointInput) input: types.CreateWebhookEndpointInput,
  ): Promise<types.WebhookEndpointWithSecret> {
    return createEndpoint(ctx, input);
  }

  @Mutation(() => types.WebhookEndpoint, { description: "Updates, enables or disables a webhook endpoint." })
  updateWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateWebhookEndpointInput) input: types.UpdateWebhookEndpointInput,
  ): Promise<types.WebhookEndpoint> {
    return updateEndpoint(ctx, input);
  }

  @Mutation(() => types.DeletedWebhookEndpoint, {
    description: "Deletes a webhook endpoint and its deliveries.",
  })
  deleteWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.WebhookEndpointInput) input: types.WebhookEndpointInput,
  ): Promise<types.DeletedWebhookEndpoint> {
    return deleteEndpoint(ctx, input.endpointId);
  }

  @Mutation(() => types.WebhookEndpointWithSecret, {
    description:
      "Rotates the signing secret of a webhook endpoint. The previous secret also signs for 24 hours.",
  })
  rotateWebhookSecret(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.WebhookEndpointInput) input: types.WebhookEndpointInput,
  ): Promise<types.WebhookEndpointWithSecret> {
    return rotateSecret(ctx, input.endpointId);
  }

  @Mutation(() => types.WebhookDelivery, {
    description: "Sends a `webhook.test` event to a webhook endpoint.",
  })
  testWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.WebhookEndpointInput) input: types.WebhookEndpointInput,
  ): Promise<types.WebhookDelivery> {
    return testEndpoint(ctx, input.endpointId);
  }

  @Mutation(() => types.RecoveredWebhooks, {
    description: "Redelivers the events a webhook endpoint missed since a given time.",
  })
  recoverWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RecoverWebhookEndpointInput) input: types.RecoverWebhookEndpointInput,
  ): Promise<types.RecoveredWebhooks> {
    return recoverEndpoint(ctx, input);
  }

  @Mutation(() => types.WebhookDelivery, {
    description: "Sends a webhook delivery again with the same message ID.",
  })
  replayWebhookDelivery(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ReplayWebhookDeliveryInput) input: types.ReplayWebhookDeliveryInput,
  ): Promise<types.WebhookDelivery> {
    return replayDelivery(ctx, input.deliveryId);
  }
}
