import { Field, ID, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "The recording of a call, with a link to its audio." })
export class CallRecording {
  @Field(() => ID, { description: "ID of the recorded call." })
  callId: string;
  @Field(() => String, {
    description: "Recording status: recording (call in progress), processing, ready or failed.",
  })
  status: string;
  @Field(() => String, {
    description: "Type of consent: asked (said yes), or announced where that suffices.",
  })
  consent: string;
  @Field(() => Date, { description: "Time of the consent." })
  consentedAt: string;
  @Field(() => Int, { nullable: true, description: "Duration in seconds. Null until the call has ended." })
  durationSec: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Size of the audio file in bytes. Null until it is ready.",
  })
  size: number | null;
  @Field(() => String, { description: "Media type of the audio file, always audio/mpeg." })
  contentType: string;
  @Field(() => String, {
    nullable: true,
    description: "Signed URL of the audio. Anyone with the URL can open it. Null until it is ready.",
  })
  url: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Expiry time of the URL, 15 minutes after the request. Null without a URL.",
  })
  expiresAt: Date | null;
}

@ObjectType({ description: "Confirmation that the recording of a call was deleted." })
export class DeletedRecording {
  @Field(() => ID, { description: "ID of the call." })
  callId: string;
  @Field(() => Boolean, { description: "Always true: the audio was deleted here and at the carrier." })
  deleted: boolean;
}
