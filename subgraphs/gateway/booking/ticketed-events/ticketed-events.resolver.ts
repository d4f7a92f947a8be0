import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as events from "./events.service.ts";
import * as types from "./events.types.ts";
import { checkInAttendee, registerAttendee } from "./registrations.service.ts";

@Resolver()
export class TicketedEventsResolver {
  @Query(() => types.TicketedEventPage, { description: "The account's events with tickets, newest first." })
  ticketedEvents(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.EventsArgs) args: types.EventsArgs,
  ): Promise<types.TicketedEventPage> {
    return events.listEvents(ctx, args);
  }

  @Mutation(() => types.TicketedEvent, { description: "Adds an event with tickets as a draft." })
  createEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateEventInput) input: types.CreateEventInput,
  ): Promise<types.TicketedEvent> {
    return events.createEvent(ctx, input);
  }

  @Mutation(() => types.TicketedEvent, {
    description: "Opens an event's registration; it needs a ticket type.",
  })
  publishEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.EventInput) input: types.EventInput,
  ): Promise<types.TicketedEvent> {
    return events.publishEvent(ctx, input);
  }

  @Mutation(() => types.TicketedEvent, {
    description: "Cancels an event; tickets are void, and people are told.",
  })
  cancelEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CancelEventInput) input: types.CancelEventInput,
  ): Promise<types.TicketedEvent> {
    return events.cancelEvent(ctx, input);
  }

  @Mutation(() => types.TicketType, {
    description: "Adds a kind of ticket to an event; its quantity is a hard limit.",
  })
  createTicketType(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateTicketTypeInput) input: types.CreateTicketTypeInput,
  ): Promise<types.TicketType> {
    return events.createTicketType(ctx, input);
  }

  @Mutation(() => types.Registration, {
    description: "Registers somebody for an event and mails the tickets.",
  })
  registerAttendee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RegisterAttendeeInput) input: types.RegisterAttendeeInput,
  ): Promise<types.Registration> {
    return registerAttendee(ctx, input);
  }

  @Mutation(() => types.Ticket, { description: "Lets somebody in by the code of a ticket, once." })
  checkInAttendee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CheckInAttendeeInput) input: types.CheckInAttendeeInput,
  ): Promise<types.Ticket> {
    return checkInAttendee(ctx, input);
  }
}
