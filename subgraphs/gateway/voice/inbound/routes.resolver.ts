import { Arg, Ctx, Mutation, Resolver } from "type-graphql";
import type { VoiceContext } from "../voice.context.ts";
import { setInboundRoute } from "./routes.service.ts";
import { InboundRoute, SetInboundRouteInput } from "./routes.types.ts";

@Resolver()
export class InboundRoutesResolver {
  @Mutation(() => InboundRoute, {
    description:
      "Sets who answers incoming calls to a phone number. Routes to a voice agent, another number or a message.",
  })
  setInboundRoute(
    @Ctx() ctx: VoiceContext,
    @Arg("input", () => SetInboundRouteInput, { description: "Number and its route." })
    input: SetInboundRouteInput,
  ): Promise<InboundRoute> {
    return setInboundRoute(ctx, input);
  }
}
