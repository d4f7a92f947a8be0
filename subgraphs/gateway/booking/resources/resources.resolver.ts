import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as resources from "./resources.service.ts";
import * as types from "./resources.types.ts";

@Resolver()
export class BookingResourcesResolver {
  @Mutation(() => types.BookingResource, {
    description: "Creates a room or equipment that services need. Each booking takes one unit of it.",
  })
  createResource(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateResourceInput, { description: "Resource to create." })
    input: types.CreateResourceInput,
  ): Promise<types.BookingResource> {
    return resources.createResource(ctx, input);
  }

  @Query(() => types.BookingResourcePage, {
    description: "Lists rooms and equipment with the services that need them, newest first.",
  })
  bookingResources(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingResourcesArgs) args: types.BookingResourcesArgs,
  ): Promise<types.BookingResourcePage> {
    return resources.listResources(ctx, args);
  }

  @Mutation(() => types.BookingResource, {
    description: "Updates name, location, quantity or services of a room or equipment.",
  })
  updateResource(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateResourceInput, { description: "Changes to make." })
    input: types.UpdateResourceInput,
  ): Promise<types.BookingResource> {
    return resources.updateResource(ctx, input);
  }

  @Mutation(() => types.BookingResource, {
    description: "Archives a room or equipment that no active service needs. Bookings keep it.",
  })
  archiveResource(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ResourceIdInput, { description: "Resource to archive." })
    input: types.ResourceIdInput,
  ): Promise<types.BookingResource> {
    return resources.archiveResource(ctx, input);
  }
}
