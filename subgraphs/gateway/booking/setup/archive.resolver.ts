import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as services from "./archive-services.service.ts";
import * as types from "./archive.types.ts";
import * as providers from "./change-providers.service.ts";
import { BookingProvider } from "./provider.types.ts";
import { BookingPolicy, BookingService } from "./setup.types.ts";
import { BookingServiceArgs } from "./service-args.types.ts";

@Resolver()
export class BookingArchiveResolver {
  @Mutation(() => types.ArchivedBookingService, {
    description: "Archives a service: stops new bookings. Existing bookings stay and are counted.",
  })
  archiveService(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ServiceIdInput, { description: "Service to archive." })
    input: types.ServiceIdInput,
  ): Promise<types.ArchivedBookingService> {
    return services.archiveService(ctx, input);
  }

  @Mutation(() => BookingService, { description: "Restores an archived service, so that it can be booked." })
  restoreService(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ServiceIdInput, { description: "Service to restore." })
    input: types.ServiceIdInput,
  ): Promise<BookingService> {
    return services.restoreService(ctx, input);
  }

  @Query(() => BookingPolicy, {
    description: "Returns the cancellation and no-show fees of a service.",
  })
  cancellationPolicy(
    @Ctx() ctx: GatewayContext,
    @Args(() => BookingServiceArgs) args: BookingServiceArgs,
  ): Promise<BookingPolicy> {
    return services.readCancellationPolicy(ctx, args.serviceId);
  }

  @Mutation(() => BookingProvider, {
    description:
      "Updates a provider's name, email address, location or time zone. With future bookings, a new time zone must be confirmed.",
  })
  updateProvider(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateProviderInput, { description: "Changes to make." })
    input: types.UpdateProviderInput,
  ): Promise<BookingProvider> {
    return providers.updateProvider(ctx, input);
  }

  @Mutation(() => types.ArchivedBookingProvider, {
    description: "Archives a provider. Future bookings must be cancelled or given to another provider.",
  })
  archiveProvider(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.ArchiveProviderInput, { description: "Provider to archive." })
    input: types.ArchiveProviderInput,
  ): Promise<types.ArchivedBookingProvider> {
    return providers.archiveProvider(ctx, input);
  }
}
