import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { BookingContext } from "../booking.context.ts";
import { BookingCheckout } from "../charges/charges.types.ts";
import * as types from "./event-pages.types.ts";
import * as managed from "./managed-registration.service.ts";
import { readPublicEvent, readPublicEvents } from "./public-events.service.ts";
import { createPublicRegistration } from "./public-registration.service.ts";

@Resolver()
export class EventPagesResolver {
  @Query(() => types.PublicEventsPage, { description: "Lists the published events of an open booking page." })
  publicEvents(
    @Ctx() ctx: BookingContext,
    @Args(() => types.PublicEventsArgs) args: types.PublicEventsArgs,
  ): Promise<types.PublicEventsPage> {
    return readPublicEvents(ctx, args);
  }

  @Query(() => types.PublicEventPage, { description: "Returns a published event of an open booking page." })
  publicEvent(
    @Ctx() ctx: BookingContext,
    @Args(() => types.PublicEventArgs) args: types.PublicEventArgs,
  ): Promise<types.PublicEventPage> {
    return readPublicEvent(ctx, args);
  }

  @Query(() => types.ManagedRegistration, {
    description: "Returns the registration of a guest's link, with its tickets.",
  })
  managedRegistration(
    @Ctx() ctx: BookingContext,
    @Args(() => types.ManagedRegistrationArgs) args: types.ManagedRegistrationArgs,
  ): Promise<types.ManagedRegistration> {
    return managed.readManagedRegistration(ctx, args);
  }

  @Mutation(() => types.PublicRegistrationResult, {
    description: "Takes tickets on the page of an event. Those with a price are kept until they are paid.",
  })
  createPublicRegistration(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.CreatePublicRegistrationInput, {
      description: "Wanted tickets and the visitor.",
    })
    input: types.CreatePublicRegistrationInput,
  ): Promise<types.PublicRegistrationResult> {
    return createPublicRegistration(ctx, input);
  }

  @Mutation(() => BookingCheckout, {
    description: "Opens the payment processor's page on which the tickets of a guest's link are paid.",
  })
  payManagedRegistration(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.ManagedRegistrationInput, { description: "Link of the guest." })
    input: types.ManagedRegistrationInput,
  ): Promise<BookingCheckout> {
    return managed.payManagedRegistration(ctx, input);
  }

  @Mutation(() => types.ManagedRegistration, {
    description: "Accepts tickets that are kept for the guest of a link and are not paid online.",
  })
  acceptManagedRegistration(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.ManagedRegistrationInput, { description: "Link of the guest." })
    input: types.ManagedRegistrationInput,
  ): Promise<types.ManagedRegistration> {
    return managed.acceptManagedRegistration(ctx, input);
  }

  @Mutation(() => types.ManagedRegistration, {
    description: "Cancels a registration by its guest's link, with a full refund. The event must allow it.",
  })
  cancelManagedRegistration(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.ManagedRegistrationInput, { description: "Link of the guest." })
    input: types.ManagedRegistrationInput,
  ): Promise<types.ManagedRegistration> {
    return managed.cancelManagedRegistration(ctx, input);
  }

  @Mutation(() => types.ManagedRegistration, {
    description: "Passes the tickets of a guest's link on to somebody else, with new codes.",
  })
  transferManagedRegistration(
    @Ctx() ctx: BookingContext,
    @Arg("input", () => types.TransferManagedRegistrationInput, {
      description: "Link of the guest, and the new holder.",
    })
    input: types.TransferManagedRegistrationInput,
  ): Promise<types.ManagedRegistration> {
    return managed.transferManagedRegistration(ctx, input);
  }
}
