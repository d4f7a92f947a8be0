import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import * as scripts from "./scripts.service.ts";
import * as types from "./scripts.types.ts";
import { simulateScript, validateScript } from "./try-script.service.ts";
import * as tries from "./try-script.types.ts";

@Resolver()
export class CallScriptsResolver {
  @Mutation(() => types.CallScript, {
    description: "Creates a call script (dialogue). Version 1 is a draft.",
  })
  createCallScript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CreateCallScriptInput, { description: "Script to create." })
    input: types.CreateCallScriptInput,
  ): Promise<types.CallScript> {
    return scripts.createScript(ctx, input);
  }

  @Mutation(() => types.CallScriptVersion, {
    description: "Creates the next draft version of a script. Earlier versions stay unchanged.",
  })
  updateCallScript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.UpdateCallScriptInput, { description: "Changes to make." })
    input: types.UpdateCallScriptInput,
  ): Promise<types.CallScriptVersion> {
    return scripts.updateScript(ctx, input);
  }

  @Mutation(() => types.CallScriptVersion, {
    description: "Publishes a script version for future calls. Existing calls keep their version.",
  })
  publishScriptVersion(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.PublishScriptVersionInput, { description: "Script version to publish." })
    input: types.PublishScriptVersionInput,
  ): Promise<types.CallScriptVersion> {
    return scripts.publishScriptVersion(ctx, input);
  }

  @Mutation(() => types.CallScript, {
    description: "Archives a script, so that no new calls use it. Existing calls keep it.",
  })
  archiveCallScript(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => types.CallScriptIdInput, { description: "Script to archive." })
    input: types.CallScriptIdInput,
  ): Promise<types.CallScript> {
    return scripts.archiveScript(ctx, input);
  }

  @Query(() => types.CallScript, {
    description: "Returns a call script with its latest or the requested version.",
  })
  callScript(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallScriptArgs) args: types.CallScriptArgs,
  ): Promise<types.CallScript> {
    return scripts.readScript(ctx, args);
  }

  @Query(() => types.CallScriptPage, { description: "Lists the account's call scripts, newest first." })
  callScripts(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallScriptsArgs) args: types.CallScriptsArgs,
  ): Promise<types.CallScriptPage> {
    return scripts.listScripts(ctx, args);
  }

  @Query(() => types.CallScriptVersionList, {
    description: "Lists the versions of a call script, newest first.",
  })
  callScriptVersions(
    @Ctx() ctx: VoiceContext,
    @Args(() => types.CallScriptVersionsArgs) args: types.CallScriptVersionsArgs,
  ): Promise<types.CallScriptVersionList> {
    return scripts.listScriptVersions(ctx, args.scriptId);
  }

  @Query(() => tries.CallScriptValidation, {
    description:
      "Checks a script for errors. Finds unreachable steps, answers without a next step, loops without exit and unknown variables.",
  })
  callScriptValidation(
    @Ctx() ctx: VoiceContext,
    @Args(() => tries.ValidateScriptArgs) args: tries.ValidateScriptArgs,
  ): Promise<tries.CallScriptValidation> {
    return validateScript(ctx, args);
  }

  @Query(() => tries.SimulatedCall, {
    description: "Simulates a scripted call with typed answers. Nobody is called.",
  })
  simulatedCall(
    @Ctx() ctx: VoiceContext,
    @Args(() => tries.SimulateScriptArgs) args: tries.SimulateScriptArgs,
  ): Promise<tries.SimulatedCall> {
    return simulateScript(ctx, args);
  }
}
