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
      "Has a text written. When a provider fails or takes too long, the next one is asked. Needs the app in x-app-id.",
  })
  generateText(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.GenerateTextInput) input: types.GenerateTextInput,
  ): Promise<types.GeneratedText> {
    return generateText(ctx, input);
  }

  @Subscription(() => types.GeneratedTextPart, {
    description:
      "Has a text written and tells it as it comes. Another provider is asked only while none has said a word. " +
      "To stop reading stops the writing. Needs the app in x-app-id.",
    subscribe: ({ args, context }) =>
      streamText(context as HubContext, args["input"] as types.GenerateTextInput),
  })
  textGenerated(
    @Root() part: types.GeneratedTextPart,
    @Arg("input", () => types.GenerateTextInput) _input: types.GenerateTextInput,
  ): types.GeneratedTextPart {
    return part;
  }

  @Query(() => types.AiProvidersStatus, { description: "How the AI providers are doing." })
  aiProvidersStatus(@Ctx() ctx: HubContext): Promise<types.AiProvidersStatus> {
    return readProvidersStatus(ctx);
  }

  @Query(() => types.AiUsage, {
    description: "An app's use of AI over the last 30 days, by all of its users. For administrators.",
  })
  aiUsage(@Ctx() ctx: HubContext, @Arg("appId", () => ID) appId: string): Promise<types.AiUsage> {
    return readUsage(ctx, appId);
  }
}
