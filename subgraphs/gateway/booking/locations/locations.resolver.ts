import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as locations from "./locations.service.ts";
import * as types from "./locations.types.ts";

@Resolver()
export class BookingLocationsResolver {
  @Mutation(() => types.BookingLocation, {
    description: "Creates a location: a place where providers work or events take place.",
  })
  createLocation(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateLocationInput, { description: "Location to create." })
    input: types.CreateLocationInput,
  ): Promise<types.BookingLocation> {
    return locations.createLocation(ctx, input);
  }

  @Query(() => types.BookingLocationPage, {
    description: "Lists the account's active locations, newest first.",
  })
  bookingLocations(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingLocationsArgs) args: types.BookingLocationsArgs,
  ): Promise<types.BookingLocationPage> {
    return locations.listLocations(ctx, args);
  }

  @Mutation(() => types.BookingLocation, {
    description: "Updates name, address or time zone of a location.",
  })
  updateLocation(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateLocationInput, { description: "Changes to make." })
    input: types.UpdateLocationInput,
  ): Promise<types.BookingLocation> {
    return locations.updateLocation(ctx, input);
  }

  @Mutation(() => types.BookingLocation, {
    description: "Archives a location. Providers and events that are assigned to it stay.",
  })
  archiveLocation(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.LocationIdInput, { description: "Location to archive." })
    input: types.LocationIdInput,
  ): Promise<types.BookingLocation> {
    return locations.archiveLocation(ctx, input);
  }
}
