import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import { checkInScans } from "./check-in-scans.service.ts";
import * as events from "./events.service.ts";
import * as types from "./events.types.ts";
import { checkInAttendee, registerAttendee } from "./registrations.service.ts";
import { Registration, Ticket } from "./registrations.types.ts";
import { CheckInScansInput, ScanResults } from "./scans.types.ts";

@Resolver()
export class TicketedEventsResolver {
  @Query(() => types.TicketedEventPage, {
    description: "Lists the account's events with tickets, newest first.",
  })
  ticketedEvents(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.EventsArgs) args: types.EventsArgs,
  ): Promise<types.TicketedEventPage> {
    return events.listEvents(ctx, args);
  }

  @Mutation(() => types.TicketedEvent, { description: "Creates an event with tickets, as a draft." })
  createEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateEventInput, { description: "Event to create." })
    input: types.CreateEventInput,
  ): Promise<types.TicketedEvent> {
    return events.createEvent(ctx, input);
  }

  @Mutation(() => types.TicketedEvent, {
    description: "Publishes an event and opens registration. Requires at least one ticket type.",
  })
  publishEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.EventInput, { description: "Event to publish." }) input: types.EventInput,
  ): Promise<types.TicketedEvent> {
    return events.publishEvent(ctx, input);
  }

  @Mutation(() => types.TicketedEvent, {
    description: "Cancels an event, voids its tickets and emails all guests.",
  })
  cancelEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CancelEventInput, { description: "Event to cancel." })
    input: types.CancelEventInput,
  ): Promise<types.TicketedEvent> {
    return events.cancelEvent(ctx, input);
  }

  @Mutation(() => types.TicketType, {
    description: "Adds a ticket type to an event. Its quantity is a hard limit.",
  })
  createTicketType(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CreateTicketTypeInput, { description: "Ticket type to create." })
    input: types.CreateTicketTypeInput,
  ): Promise<types.TicketType> {
    return events.createTicketType(ctx, input);
  }

  @Mutation(() => Registration, {
    description: "Registers a guest for an event and emails the tickets.",
  })
  registerAttendee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.RegisterAttendeeInput, { description: "Guest to register." })
    input: types.RegisterAttendeeInput,
  ): Promise<Registration> {
    return registerAttendee(ctx, input);
  }

  @Mutation(() => Ticket, { description: "Checks in a guest by ticket code. Each ticket admits once." })
  checkInAttendee(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.CheckInAttendeeInput, { description: "Ticket to check in." })
    input: types.CheckInAttendeeInput,
  ): Promise<Ticket> {
    return checkInAttendee(ctx, input);
  }

  @Mutation(() => ScanResults, {
    description: "Checks in tickets that were scanned while the network was away. Safe to send again.",
  })
  checkInScans(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => CheckInScansInput, { description: "Scans of a device." }) input: CheckInScansInput,
  ): Promise<ScanResults> {
    return checkInScans(ctx, input);
  }
}
