import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as providerTypes from "./provider.types.ts";
import * as providers from "./providers.service.ts";
import * as services from "./services.service.ts";
import { SetServiceProvidersInput } from "./service-providers.types.ts";
import { BookingServiceArgs, BookingServicesArgs } from "./service-args.types.ts";
import * as types from "./setup.types.ts";

@Resolver()
export class BookingSetupResolver {
  @Mutation(() => types.BookingService, { description: "Creates a service that customers can book." })
  createService(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateServiceInput, { description: "Service to create." })
    input: types.CreateServiceInput,
  ): Promise<types.BookingService> {
    return services.createService(ctx, input);
  }

  @Mutation(() => types.BookingService, {
    description: "Updates a service for future bookings. Existing bookings stay unchanged.",
  })
  updateService(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateServiceInput, { description: "Changes to make." })
    input: types.UpdateServiceInput,
  ): Promise<types.BookingService> {
    return services.updateService(ctx, input);
  }

  @Mutation(() => types.BookingService, {
    description: "Sets the complete list of providers who offer a service.",
  })
  setServiceProviders(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => SetServiceProvidersInput, { description: "Service and its providers." })
    input: SetServiceProvidersInput,
  ): Promise<types.BookingService> {
    return services.setServiceProviders(ctx, input);
  }

  @Mutation(() => types.BookingService, {
    description: "Sets cancellation and no-show fees of a service. Applies to bookings created from now on.",
  })
  setCancellationPolicy(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SetCancellationPolicyInput, { description: "Service and its fees." })
    input: types.SetCancellationPolicyInput,
  ): Promise<types.BookingService> {
    return services.setCancellationPolicy(ctx, input);
  }

  @Query(() => types.BookingService, {
    description: "Returns a service with its providers, resources and cancellation policy.",
  })
  bookingService(
    @Ctx() ctx: GatewayContext,
    @Args(() => BookingServiceArgs) args: BookingServiceArgs,
  ): Promise<types.BookingService> {
    return services.readService(ctx, args.serviceId);
  }

  @Query(() => types.BookingServicePage, { description: "Lists the account's services, newest first." })
  bookingServices(
    @Ctx() ctx: GatewayContext,
    @Args(() => BookingServicesArgs) args: BookingServicesArgs,
  ): Promise<types.BookingServicePage> {
    return services.listServices(ctx, args);
  }

  @Mutation(() => providerTypes.BookingProvider, {
    description: "Creates a provider: a person, room or desk that takes bookings.",
  })
  createProvider(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => providerTypes.CreateProviderInput, { description: "Provider to create." })
    input: providerTypes.CreateProviderInput,
  ): Promise<providerTypes.BookingProvider> {
    return providers.createProvider(ctx, input);
  }

  @Query(() => providerTypes.BookingProvider, {
    description: "Returns a provider with its contact details and time zone.",
  })
  bookingProvider(
    @Ctx() ctx: GatewayContext,
    @Args(() => providerTypes.BookingProviderArgs) args: providerTypes.BookingProviderArgs,
  ): Promise<providerTypes.BookingProvider> {
    return providers.readProvider(ctx, args.providerId);
  }

  @Query(() => providerTypes.BookingProviderPage, {
    description: "Lists the account's active providers, newest first.",
  })
  bookingProviders(
    @Ctx() ctx: GatewayContext,
    @Args(() => providerTypes.BookingProvidersArgs) args: providerTypes.BookingProvidersArgs,
  ): Promise<providerTypes.BookingProviderPage> {
    return providers.listProviders(ctx, args);
  }
}
