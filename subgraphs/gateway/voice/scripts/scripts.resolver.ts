import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as scripts from "./scripts.service.ts";
import * as types from "./scripts.types.ts";
import { simulateScript, validateScript } from "./try-script.service.ts";
import * as tries from "./try-script.types.ts";

@Resolver()
export class CallScriptsResolver {
  @Mutation(() => types.CallScript, {
    description: "Makes a dialogue that calls are led by; version 1 is a draft.",
  })
  createCallScript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateCallScriptInput) input: types.CreateCallScriptInput,
  ): Promise<types.CallScript> {
    return scripts.createScript(ctx, input);
  }

  @Mutation(() => types.CallScriptVersion, {
    description: "Writes the next draft version of a script; published ones stay as they are.",
  })
  updateCallScript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.UpdateCallScriptInput) input: types.UpdateCallScriptInput,
  ): Promise<types.CallScriptVersion> {
    return scripts.updateScript(ctx, input);
  }

  @Mutation(() => types.CallScriptVersion, {
    description:
      "Has calls to come be led by a valid version of a script; calls keep the version they began with.",
  })
  publishScriptVersion(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.PublishScriptVersionInput) input: types.PublishScriptVersionInput,
  ): Promise<types.CallScriptVersion> {
    return scripts.publishScriptVersion(ctx, input);
  }

  @Mutation(() => types.CallScript, {
    description: "Ends the use of a script; calls that are under way keep it.",
  })
  archiveCallScript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallScriptIdInput) input: types.CallScriptIdInput,
  ): Promise<types.CallScript> {
    return scripts.archiveScript(ctx, input);
  }

  @Query(() => types.CallScript, {
    description: "One of the account's call scripts, with the asked for or the latest version.",
  })
  callScript(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallScriptArgs) args: types.CallScriptArgs,
  ): Promise<types.CallScript> {
    return scripts.readScript(ctx, args);
  }

  @Query(() => types.CallScriptPage, { description: "The account's call scripts, newest first." })
  callScripts(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallScriptsArgs) args: types.CallScriptsArgs,
  ): Promise<types.CallScriptPage> {
    return scripts.listScripts(ctx, args);
  }

  @Query(() => types.CallScriptVersionList, { description: "Every version of a call script, newest first." })
  callScriptVersions(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallScriptVersionsArgs) args: types.CallScriptVersionsArgs,
  ): Promise<types.CallScriptVersionList> {
    return scripts.listScriptVersions(ctx, args.scriptId);
  }

  @Query(() => tries.CallScriptValidation, {
    description:
      "What is wrong with a script: unreachable steps, answers that lead nowhere, loops without exit, unknown variables.",
  })
  callScriptValidation(
    @Ctx() ctx: VoiceContext,
    @Args(() => tries.ValidateScriptArgs) args: tries.ValidateScriptArgs,
  ): Promise<tries.CallScriptValidation> {
    return validateScript(ctx, args);
  }

  @Query(() => tries.SimulatedCall, {
    description: "How a call led by a script would go with typed answers. Nobody is called.",
  })
  simulatedCall(
    @Ctx() ctx: VoiceContext,
    @Args(() => tries.SimulateScriptArgs) args: tries.SimulateScriptArgs,
  ): Promise<tries.SimulatedCall> {
    return simulateScript(ctx, args);
  }
}
