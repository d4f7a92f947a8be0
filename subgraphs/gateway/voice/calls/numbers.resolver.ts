import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { releaseNumber, updateNumber } from "./change-numbers.service.ts";
import { listNumbers, offerNumbers, registerNumber } from "./numbers.service.ts";
import * as types from "./numbers.types.ts";

@Resolver()
export class CallerNumbersResolver {
  @Query(() => types.NumberOffers, { description: "Searches phone numbers available from the carrier." })
  availableNumbers(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.NumberOffersArgs) args: types.NumberOffersArgs,
  ): Promise<types.NumberOffers> {
    return offerNumbers(ctx, args);
  }

  @Mutation(() => types.CallerNumber, { description: "Registers an available phone number to call from." })
  registerPhoneNumber(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.RegisterPhoneNumberInput, { description: "Phone number to register." })
    input: types.RegisterPhoneNumberInput,
  ): Promise<types.CallerNumber> {
    return registerNumber(ctx, input);
  }

  @Mutation(() => types.CallerNumber, {
    description: "Updates the label, voice agent or caller name of a phone number.",
  })
  updatePhoneNumber(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.UpdatePhoneNumberInput, { description: "Changes to make." })
    input: types.UpdatePhoneNumberInput,
  ): Promise<types.CallerNumber> {
    return updateNumber(ctx, input);
  }

  @Mutation(() => types.ReleasedNumber, {
    description:
      "Releases a phone number to the carrier for good. Refused while a started campaign or an open call uses it.",
  })
  releasePhoneNumber(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.PhoneNumberIdInput, { description: "Phone number to release." })
    input: types.PhoneNumberIdInput,
  ): Promise<types.ReleasedNumber> {
    return releaseNumber(ctx, input);
  }

  @Query(() => types.CallerNumberPage, { description: "Lists the account's phone numbers, newest first." })
  callerNumbers(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallerNumbersArgs) args: types.CallerNumbersArgs,
  ): Promise<types.CallerNumberPage> {
    return listNumbers(ctx, args);
  }
}
