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
    description: "Addresses that are told of the account's events, oldest first.",
  })
  webhookEndpoints(
    @Ctx() ctx: HubContext,
    @Args(() => types.WebhookEndpointArgs) args: types.WebhookEndpointArgs,
  ): Promise<types.WebhookEndpointPage> {
    return listEndpoints(ctx, args);
  }

  @Query(() => types.WebhookEndpoint, { description: "One address that is told of the account's events." })
  webhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("endpointId", () => ID) endpointId: string,
  ): Promise<types.WebhookEndpoint> {
    return readEndpoint(ctx, endpointId);
  }

  @Query(() => types.WebhookDeliveryPage, {
    description: "Events on their way to the account's endpoints and those that arrived, newest first.",
  })
  webhookDeliveries(
    @Ctx() ctx: HubContext,
    @Args(() => types.WebhookDeliveryArgs) args: types.WebhookDeliveryArgs,
  ): Promise<types.WebhookDeliveryPage> {
    return listDeliveries(ctx, args);
  }

  @Query(() => types.WebhookDeliveryDetail, {
    description: "One delivery with the body that is sent and every try.",
  })
  webhookDelivery(
    @Ctx() ctx: HubContext,
    @Arg("deliveryId", () => ID) deliveryId: string,
  ): Promise<types.WebhookDeliveryDetail> {
    return readDelivery(ctx, deliveryId);
  }

  @Mutation(() => types.WebhookEndpointWithSecret, {
    description: "Adds an address that is told of the account's events. Shows its signing secret this once.",
  })
  createWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateWebhookEndpointInput) input: types.CreateWebhookEndpointInput,
  ): Promise<types.WebhookEndpointWithSecret> {
    return createEndpoint(ctx, input);
  }

  @Mutation(() => types.WebhookEndpoint, {
    description: "Changes an endpoint, or switches it off and on.",
  })
  updateWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateWebhookEndpointInput) input: types.UpdateWebhookEndpointInput,
  ): Promise<types.WebhookEndpoint> {
    return updateEndpoint(ctx, input);
  }

  @Mutation(() => types.DeletedWebhookEndpoint, { description: "Removes an endpoint with its deliveries." })
  deleteWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.WebhookEndpointInput) input: types.WebhookEndpointInput,
  ): Promise<types.DeletedWebhookEndpoint> {
    return deleteEndpoint(ctx, input.endpointId);
  }

  @Mutation(() => types.WebhookEndpointWithSecret, {
    description: "Gives an endpoint a new signing secret; the old one signs as well for 24 hours.",
  })
  rotateWebhookSecret(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.WebhookEndpointInput) input: types.WebhookEndpointInput,
  ): Promise<types.WebhookEndpointWithSecret> {
    return rotateSecret(ctx, input.endpointId);
  }

  @Mutation(() => types.WebhookDelivery, { description: "Sends an endpoint a `webhook.test` event." })
  testWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.WebhookEndpointInput) input: types.WebhookEndpointInput,
  ): Promise<types.WebhookDelivery> {
    return testEndpoint(ctx, input.endpointId);
  }

  @Mutation(() => types.RecoveredWebhooks, {
    description: "Sends an endpoint the events since a moment that it did not get.",
  })
  recoverWebhookEndpoint(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RecoverWebhookEndpointInput) input: types.RecoverWebhookEndpointInput,
  ): Promise<types.RecoveredWebhooks> {
    return recoverEndpoint(ctx, input);
  }

  @Mutation(() => types.WebhookDelivery, {
    description: "Sends a delivery again, under the same message id.",
  })
  replayWebhookDelivery(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.ReplayWebhookDeliveryInput) input: types.ReplayWebhookDeliveryInput,
  ): Promise<types.WebhookDelivery> {
    return replayDelivery(ctx, input.deliveryId);
  }
}
