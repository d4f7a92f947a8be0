import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as providers from "./providers.service.ts";
import * as services from "./services.service.ts";
import * as types from "./setup.types.ts";

@Resolver()
export class BookingSetupResolver {
  @Mutation(() => types.BookingService, { description: "Defines what can be booked." })
  createService(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateServiceInput) input: types.CreateServiceInput,
  ): Promise<types.BookingService> {
    return services.createService(ctx, input);
  }

  @Mutation(() => types.BookingService, {
    description: "Changes what future bookings are made with; bookings that exist stay as they are.",
  })
  updateService(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.UpdateServiceInput) input: types.UpdateServiceInput,
  ): Promise<types.BookingService> {
    return services.updateService(ctx, input);
  }

  @Mutation(() => types.BookingService, { description: "Names everybody who gives a service." })
  setServiceProviders(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SetServiceProvidersInput) input: types.SetServiceProvidersInput,
  ): Promise<types.BookingService> {
    return services.setServiceProviders(ctx, input);
  }

  @Mutation(() => types.BookingService, {
    description: "Sets what cancelling and not coming cost, for bookings that are made from now on.",
  })
  setCancellationPolicy(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.SetCancellationPolicyInput) input: types.SetCancellationPolicyInput,
  ): Promise<types.BookingService> {
    return services.setCancellationPolicy(ctx, input);
  }

  @Query(() => types.BookingService, {
    description: "One of the account's services, with its providers and policy.",
  })
  bookingService(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingServiceArgs) args: types.BookingServiceArgs,
  ): Promise<types.BookingService> {
    return services.readService(ctx, args.serviceId);
  }

  @Query(() => types.BookingServicePage, { description: "The account's services, newest first." })
  bookingServices(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingServicesArgs) args: types.BookingServicesArgs,
  ): Promise<types.BookingServicePage> {
    return services.listServices(ctx, args);
  }

  @Mutation(() => types.BookingProvider, { description: "Adds a person or desk that takes bookings." })
  createProvider(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateProviderInput) input: types.CreateProviderInput,
  ): Promise<types.BookingProvider> {
    return providers.createProvider(ctx, input);
  }

  @Query(() => types.BookingProvider, { description: "One of the account's providers." })
  bookingProvider(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingProviderArgs) args: types.BookingProviderArgs,
  ): Promise<types.BookingProvider> {
    return providers.readProvider(ctx, args.providerId);
  }

  @Query(() => types.BookingProviderPage, { description: "The account's providers, newest first." })
  bookingProviders(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.BookingProvidersArgs) args: types.BookingProvidersArgs,
  ): Promise<types.BookingProviderPage> {
    return providers.listProviders(ctx, args);
  }
}
