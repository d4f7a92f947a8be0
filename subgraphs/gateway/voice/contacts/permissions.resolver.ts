import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { checkCallingWindow, readCallingRules, updateCallingRules } from "./calling-rules.service.ts";
import { recordConsent } from "./consent.service.ts";
import * as types from "./permissions.types.ts";
import * as forbidden from "./do-not-call.service.ts";

@Resolver()
export class CallingPermissionsResolver {
  @Mutation(() => types.DoNotCallEntry, {
    description: "Forbids calls to a number from now on; queued calls and callbacks to it are cancelled.",
  })
  addToDoNotCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.AddToDoNotCallInput) input: types.AddToDoNotCallInput,
  ): Promise<types.DoNotCallEntry> {
    return forbidden.addToDoNotCall(ctx, input);
  }

  @Mutation(() => types.DoNotCallEntry, {
    description: "Takes a number off the do-not-call list, for a reason that is kept.",
  })
  removeFromDoNotCall(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.RemoveFromDoNotCallInput) input: types.RemoveFromDoNotCallInput,
  ): Promise<types.DoNotCallEntry> {
    return forbidden.removeFromDoNotCall(ctx, input);
  }

  @Query(() => types.DoNotCallChecks, {
    description: "Whether numbers are on the account's do-not-call list, and since when.",
  })
  doNotCallChecks(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.DoNotCallCheckArgs) args: types.DoNotCallCheckArgs,
  ): Promise<types.DoNotCallChecks> {
    return forbidden.checkDoNotCall(ctx, args.phones);
  }

  @Query(() => types.DoNotCallPage, { description: "Numbers that the account must not call, newest first." })
  doNotCallList(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.DoNotCallListArgs) args: types.DoNotCallListArgs,
  ): Promise<types.DoNotCallPage> {
    return forbidden.listDoNotCall(ctx, args);
  }

  @Mutation(() => types.CallConsent, {
    description: "Notes that somebody agreed to be called, or took it back; nobody is called without.",
  })
  recordConsent(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.RecordConsentInput) input: types.RecordConsentInput,
  ): Promise<types.CallConsent> {
    return recordConsent(ctx, input);
  }

  @Query(() => types.CallingRules, { description: "When, and how often a day, the account calls." })
  callingRules(@Ctx() ctx: VoiceContext): Promise<types.CallingRules> {
    return readCallingRules(ctx);
  }

  @Mutation(() => types.CallingRules, {
    description:
      "Narrows the hours, days and attempts in which the account calls; 08:00 to 21:00 of the called person at first.",
  })
  updateCallingRules(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.UpdateCallingRulesInput) input: types.UpdateCallingRulesInput,
  ): Promise<types.CallingRules> {
    return updateCallingRules(ctx, input);
  }

  @Query(() => types.CallingWindow, {
    description: "Whether a number may be called at a moment by its own clocks, and else when.",
  })
  callingWindow(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallingWindowArgs) args: types.CallingWindowArgs,
  ): Promise<types.CallingWindow> {
    return checkCallingWindow(ctx, args);
  }
}
