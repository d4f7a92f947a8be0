import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/;

@InputType({ description: "Hours in which a number is answered." })
export class InboundHoursInput {
  @Field(() => String, { description: "IANA time zone of the hours, such as America/New_York." })
  @MaxLength(64)
  timezone: string;
  @Field(() => String, { description: "Start of the hours as HH:MM." })
  @Matches(clockTime, { message: "must be a time as HH:MM" })
  from: string;
  @Field(() => String, { description: "End of the hours (exclusive) as HH:MM, after `from`." })
  @Matches(clockTime, { message: "must be a time as HH:MM" })
  to: string;
  @Field(() => [Int], {
    nullable: true,
    description: "Days of the week: 1 (Monday) to 7 (Sunday). Default: all.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(7)
  @Min(1, { each: true })
  @Max(7, { each: true })
  days?: number[] | null;
}

@InputType({ description: "How callers wait until somebody at `forwardTo` takes them." })
export class InboundQueueInput {
  @Field(() => String, {
    nullable: true,
    description: "https URL of the music, up to 500 characters. Default: the carrier's.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/^https:\/\/[^\s]+$/, { message: "must be an https URL" })
  musicUrl?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum wait in seconds, 30 to 3,600. Then `voicemail` is spoken. Default: 600.",
  })
  @IsOptional()
  @Min(30)
  @Max(3600)
  maxWaitSec?: number | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who calls back those who do not want to wait. Default: no callbacks.",
  })
  @IsOptional()
  @MaxLength(64)
  callbackAgentId?: string | null;
}

@InputType({
  description: "What happens to incoming calls: `voiceAgentId` or `forwardTo`, or `voicemail` alone.",
})
export class InboundRouteInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who answers. Not together with `forwardTo`.",
  })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number to connect calls to, in E.164 or US national format.",
  })
  @IsOptional()
  @MaxLength(40)
  forwardTo?: string | null;
  @Field(() => InboundQueueInput, {
    nullable: true,
    description: "Queue in which callers wait for `forwardTo`, with music. Default: none, it rings once.",
  })
  @IsOptional()
  @ValidateNested()
  queue?: InboundQueueInput | null;
  @Field(() => InboundHoursInput, {
    nullable: true,
    description: "Hours in which calls are answered. Default: always.",
  })
  @IsOptional()
  @ValidateNested()
  hours?: InboundHoursInput | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Message spoken after hours and when nobody takes a forwarded call, up to 500 characters. The reply is kept as a note.",
  })
  @IsOptional()
  @MaxLength(500)
  @Matches(/\S/, { message: "must not be blank" })
  voicemail?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether only your contacts are answered. For others `voicemail` is spoken. Default: false.",
  })
  @IsOptional()
  contactsOnly?: boolean | null;
  @Field(() => [String], {
    nullable: true,
    description: "Phone numbers whose calls are declined, at most 100.",
  })
  @IsOptional()
  @ArrayMaxSize(100)
  @MaxLength(40, { each: true })
  blockedNumbers?: string[] | null;
}

@InputType({ description: "Route of the incoming calls of a phone number." })
export class SetInboundRouteInput {
  @Field(() => ID, { description: "ID of your phone number." })
  @MaxLength(64)
  numberId: string;
  @Field(() => InboundRouteInput, { description: "Route that replaces the current one." })
  @ValidateNested()
  route: InboundRouteInput;
}

@ObjectType({ description: "Hours in which a number is answered." })
class InboundHours {
  @Field(() => String, { description: "IANA time zone of the hours." })
  timezone: string;
  @Field(() => String, { description: "Start of the hours as HH:MM." })
  from: string;
  @Field(() => String, { description: "End of the hours (exclusive) as HH:MM." })
  to: string;
  @Field(() => [Int], { description: "Days of the week: 1 (Monday) to 7 (Sunday)." })
  days: number[];
}

@ObjectType({ description: "How callers wait until somebody takes them." })
class InboundQueue {
  @Field(() => String, { nullable: true, description: "URL of the music. Null: the carrier's." })
  musicUrl: string | null;
  @Field(() => Int, { description: "Maximum wait in seconds." })
  maxWaitSec: number;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who calls back those who ask for it. Null: no callbacks.",
  })
  callbackAgentId: string | null;
}

@ObjectType({ description: "What happens to the incoming calls of a phone number." })
export class InboundRoute {
  @Field(() => ID, { description: "ID of the phone number." })
  numberId: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who answers. Null when calls are forwarded or declined.",
  })
  voiceAgentId: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number that calls are connected to, in E.164 format. Null when not forwarded.",
  })
  forwardTo: string | null;
  @Field(() => InboundQueue, {
    nullable: true,
    description: "Queue in which callers wait for `forwardTo`. Null: nobody waits.",
  })
  queue: InboundQueue | null;
  @Field(() => InboundHours, {
    nullable: true,
    description: "Hours in which calls are answered. Null: always.",
  })
  hours: InboundHours | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Message spoken after hours and when nobody takes a forwarded call. Null: calls are declined.",
  })
  voicemail: string | null;
  @Field(() => Boolean, { description: "True when only your contacts are answered." })
  contactsOnly: boolean;
  @Field(() => [String], { description: "Phone numbers whose calls are declined, in E.164 format." })
  blockedNumbers: string[];
  @Field(() => Boolean, { description: "True once the carrier sends the number's calls here." })
  isLive: boolean;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time of the route's last change." })
  updatedAt: string;
}
