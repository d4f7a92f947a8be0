import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { checkCallingWindow, readCallingRules, updateCallingRules } from "./calling-rules.service.ts";
import { recordConsent } from "./consent.service.ts";
import * as rules from "./calling-rules.types.ts";
import * as types from "./permissions.types.ts";
import * as forbidden from "./do-not-call.service.ts";

@Resolver()
export class CallingPermissionsResolver {
  @Mutation(() => types.DoNotCallEntry, {
    description: "Adds a number to the do-not-call list. Cancels queued calls and callbacks to it.",
  })
  addToDoNotCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.AddToDoNotCallInput, { description: "Number to block." })
    input: types.AddToDoNotCallInput,
  ): Promise<types.DoNotCallEntry> {
    return forbidden.addToDoNotCall(ctx, input);
  }

  @Mutation(() => types.DoNotCallEntry, {
    description: "Removes a number from the do-not-call list. The given reason is stored.",
  })
  removeFromDoNotCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.RemoveFromDoNotCallInput, { description: "Number to unblock." })
    input: types.RemoveFromDoNotCallInput,
  ): Promise<types.DoNotCallEntry> {
    return forbidden.removeFromDoNotCall(ctx, input);
  }

  @Query(() => types.DoNotCallChecks, {
    description: "Checks whether numbers are on the account's do-not-call list.",
  })
  doNotCallChecks(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.DoNotCallCheckArgs) args: types.DoNotCallCheckArgs,
  ): Promise<types.DoNotCallChecks> {
    return forbidden.checkDoNotCall(ctx, args.phones);
  }

  @Query(() => types.DoNotCallPage, {
    description: "Lists the numbers on the account's do-not-call list, newest first.",
  })
  doNotCallList(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.DoNotCallListArgs) args: types.DoNotCallListArgs,
  ): Promise<types.DoNotCallPage> {
    return forbidden.listDoNotCall(ctx, args);
  }

  @Mutation(() => types.CallConsent, {
    description:
      "Records that a person agreed to be called, or revoked it. Calls without consent are rejected.",
  })
  recordConsent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.RecordConsentInput, { description: "Consent to record." })
    input: types.RecordConsentInput,
  ): Promise<types.CallConsent> {
    return recordConsent(ctx, input);
  }

  @Query(() => rules.CallingRules, {
    description: "Returns the account's calling hours, days and daily attempt limit.",
  })
  callingRules(@Ctx() ctx: VoiceContext): Promise<rules.CallingRules> {
    return readCallingRules(ctx);
  }

  @Mutation(() => rules.CallingRules, {
    description:
      "Updates the account's calling hours, days and daily attempts. Hours can only be narrowed within 08:00 to 21:00, the called person's time.",
  })
  updateCallingRules(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => rules.UpdateCallingRulesInput, { description: "Changes to make." })
    input: rules.UpdateCallingRulesInput,
  ): Promise<rules.CallingRules> {
    return updateCallingRules(ctx, input);
  }

  @Query(() => rules.CallingWindow, {
    description:
      "Checks whether a number may be called at a time. Uses the called person's local time and returns the next allowed time.",
  })
  callingWindow(
    @Ctx() ctx: VoiceContext,
    @Args(() => rules.CallingWindowArgs) args: rules.CallingWindowArgs,
  ): Promise<rules.CallingWindow> {
    return checkCallingWindow(ctx, args);
  }
}
