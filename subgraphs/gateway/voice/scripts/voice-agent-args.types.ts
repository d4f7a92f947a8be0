import { MaxLength } from "class-validator";
import { ArgsType, Field, ID, InputType } from "type-graphql";
import { PageArgs } from "../../base/page.types.ts";

@InputType({ description: "A voice agent, identified by its ID." })
export class VoiceAgentIdInput {
  @Field(() => ID, { description: "ID of the voice agent." })
  @MaxLength(64)
  voiceAgentId: string;
}

@ArgsType()
export class VoiceAgentArgs {
  @Field(() => ID, { description: "ID of the voice agent." })
  @MaxLength(64)
  voiceAgentId: string;
}

@ArgsType()
export class VoiceAgentsArgs extends PageArgs {}
