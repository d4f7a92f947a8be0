import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { GatewayContext } from "../../base/gateway.context.ts";
import * as waitlist from "./waitlist.service.ts";
import * as types from "./waitlist.types.ts";

@Resolver()
export class WaitlistResolver {
  @Mutation(() => types.WaitlistEntry, {
    description: "Adds a customer to the waitlist of a service. Slots that become free are offered in order.",
  })
  joinWaitlist(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.JoinWaitlistInput, { description: "Customer and wanted times." })
    input: types.JoinWaitlistInput,
  ): Promise<types.WaitlistEntry> {
    return waitlist.joinWaitlist(ctx, input);
  }

  @Query(() => types.WaitlistPage, { description: "Lists the waitlist, longest waiting first." })
  bookingWaitlist(
    @Ctx() ctx: GatewayContext,
    @Args(() => types.WaitlistArgs) args: types.WaitlistArgs,
  ): Promise<types.WaitlistPage> {
    return waitlist.listWaitlist(ctx, args);
  }

  @Mutation(() => types.WaitlistOffer, {
    description:
      "Holds a slot for a waiting customer and emails the offer. When it expires, the next in line gets it.",
  })
  offerWaitlistSlot(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.OfferWaitlistSlotInput, { description: "Waitlist entry and slot to offer." })
    input: types.OfferWaitlistSlotInput,
  ): Promise<types.WaitlistOffer> {
    return waitlist.offerWaitlistSlot(ctx, input);
  }

  @Mutation(() => types.LeftWaitlist, {
    description: "Removes a customer from the waitlist. An offered slot goes to the next in line.",
  })
  leaveWaitlist(
    @Ctx() ctx: GatewayContext,
    @Arg("input", () => types.WaitlistEntryInput, { description: "Waitlist entry to end." })
    input: types.WaitlistEntryInput,
  ): Promise<types.LeftWaitlist> {
    return waitlist.leaveWaitlist(ctx, input);
  }
}
