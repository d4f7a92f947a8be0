import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as attendees from "./attendees.service.ts";
import * as types from "./attendees.types.ts";
import * as change from "./change-events.service.ts";
import * as inputs from "./change-events.types.ts";
import { TicketedEvent, TicketType } from "./events.types.ts";
import { Registration } from "./registrations.types.ts";

@Resolver()
export class AttendeesResolver {
  @Query(() => TicketedEvent, { description: "Returns an event with its ticket types and sales." })
  ticketedEvent(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.EventArgs) args: types.EventArgs,
  ): Promise<TicketedEvent> {
    return attendees.readEvent(ctx, args.eventId);
  }

  @Query(() => types.TicketTypeList, {
    description: "Lists the ticket types of an event with the tickets left of each.",
  })
  ticketTypes(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.EventArgs) args: types.EventArgs,
  ): Promise<types.TicketTypeList> {
    return attendees.listTicketTypes(ctx, args.eventId);
  }

  @Query(() => types.AttendeePage, {
    description: "Lists the guests of an event with their check-ins, newest registration first.",
  })
  eventAttendees(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.AttendeesArgs) args: types.AttendeesArgs,
  ): Promise<types.AttendeePage> {
    return attendees.listAttendees(ctx, args);
  }

  @Query(() => types.EventSummary, {
    description: "Returns ticket sales, check-ins and no-shows of an event.",
  })
  eventSummary(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.EventArgs) args: types.EventArgs,
  ): Promise<types.EventSummary> {
    return attendees.summarizeEvent(ctx, args.eventId);
  }

  @Mutation(() => TicketedEvent, {
    description:
      "Updates an event that has not ended. Guests get an email when its time or location changes.",
  })
  updateEvent(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => inputs.UpdateEventInput, { description: "Changes to make." })
    input: inputs.UpdateEventInput,
  ): Promise<TicketedEvent> {
    return change.updateEvent(ctx, input);
  }

  @Mutation(() => TicketType, {
    description: "Updates a ticket type. Its quantity cannot be below the tickets sold.",
  })
  updateTicketType(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => inputs.UpdateTicketTypeInput, { description: "Changes to make." })
    input: inputs.UpdateTicketTypeInput,
  ): Promise<TicketType> {
    return change.updateTicketType(ctx, input);
  }

  @Mutation(() => Registration, {
    description: "Cancels a guest's registration, voids its tickets and frees their seats.",
  })
  cancelRegistration(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => inputs.CancelRegistrationInput, { description: "Registration to cancel." })
    input: inputs.CancelRegistrationInput,
  ): Promise<Registration> {
    return change.cancelRegistration(ctx, input);
  }
}
