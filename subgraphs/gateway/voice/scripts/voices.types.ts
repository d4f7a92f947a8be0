import { IsOptional, MaxLength } from "class-validator";
import { ArgsType, Field, ObjectType } from "type-graphql";

@ObjectType({ description: "A voice that agents can speak with." })
export class CallVoice {
  @Field(() => String, { description: "Unique ID of the voice, such as Polly.Joanna." })
  id: string;
  @Field(() => String, { description: "Display name of the voice." })
  name: string;
  @Field(() => String, { description: "Language of the voice, such as en-US." })
  language: string;
}

@ArgsType()
export class CallVoicesArgs {
  @Field(() => String, {
    nullable: true,
    description: "Language of the voices: en-US for one variant, en for all of them.",
  })
  @IsOptional()
  @MaxLength(20)
  language?: string | null;
}

@ObjectType({ description: "The available voices." })
export class CallVoiceList {
  @Field(() => [CallVoice], { description: "Voices that agents can speak with." })
  voices: CallVoice[];
}
