import { Args, Ctx, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { listGenerations } from "./generations.service.ts";
import { AiGenerationPage, AiGenerationsArgs } from "./generations.types.ts";

@Resolver()
export class GenerationsResolver {
  @Query(() => AiGenerationPage, {
    description:
      "Lists the account's AI generations, newest first, with model, tokens and credits. Prompts and outputs are not kept.",
  })
  aiGenerations(
    @Ctx() ctx: HubContext,
    @Args(() => AiGenerationsArgs) args: AiGenerationsArgs,
  ): Promise<AiGenerationPage> {
    return listGenerations(ctx, args);
  }
}
