import { Arg, Ctx, ID, Mutation, Query, Resolver, Root, Subscription } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import * as types from "./ai.types.ts";
import { generateText } from "./text/generate-text.service.ts";
import { readProvidersStatus } from "./text/providers-status.service.ts";
import { streamText } from "./text/text-stream.service.ts";
import { readUsage } from "./text/usage.service.ts";

@Resolver()
export class AiResolver {
  @Mutation(() => types.GeneratedText, {
    description:
      "Writes text from a prompt with AI. Falls back to the next provider on failure or timeout. Requires the app in x-app-id.",
  })
  generateText(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.GenerateTextInput) input: types.GenerateTextInput,
  ): Promise<types.GeneratedText> {
    return generateText(ctx, input);
  }

  @Subscription(() => types.GeneratedTextPart, {
    description:
      "Streams generated text with AI as it is written. Falls back to another provider only before the first text. Closing the stream stops the generation. Requires the app in x-app-id.",
    subscribe: ({ args, context }) =>
      streamText(context as HubContext, args["input"] as types.GenerateTextInput),
  })
  textGenerated(
    @Root() part: types.GeneratedTextPart,
    @Arg("input", () => types.GenerateTextInput) _input: types.GenerateTextInput,
  ): types.GeneratedTextPart {
    return part;
  }

  @Query(() => types.AiProvidersStatus, { description: "Returns the health of the AI providers." })
  aiProvidersStatus(@Ctx() ctx: HubContext): Promise<types.AiProvidersStatus> {
    return readProvidersStatus(ctx);
  }

  @Query(() => types.AiUsage, {
    description:
      "Reports an app's AI usage of the last 30 days, across all its users. Requires an administrator.",
  })
  aiUsage(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app to report on." }) appId: string,
  ): Promise<types.AiUsage> {
    return readUsage(ctx, appId);
  }
}
