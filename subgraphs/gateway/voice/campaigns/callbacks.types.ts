import { IsIn, IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

const localTime = /^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const message = "must be a local time, such as 2026-05-04T10:30";

export const callbackStatuses = ["scheduled", "due", "calling", "done", "missed", "cancelled"] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];

@InputType({ description: "A local time window. The callback is made as early as possible in it." })
export class CallbackWindowInput {
  @Field(() => String, { description: "Local start of the window, as YYYY-MM-DDTHH:MM." })
  @Matches(localTime, { message })
  from: string;
  @Field(() => String, { description: "Local end of the window, as YYYY-MM-DDTHH:MM." })
  @Matches(localTime, { message })
  to: string;
}

@InputType({ description: "A call to make later. Requires a person, a time, and an agent or script." })
export class ScheduleCallbackInput {
  @Field(() => ID, {
    nullable: true,
    description: "ID of the contact to call. Use either `contactId` or `phone`.",
  })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Phone number to call, in E.164 or US national format. Use either `phone` or `contactId`.",
  })
  @IsOptional()
  @MaxLength(40)
  phone?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Local time of the called person, as YYYY-MM-DDTHH:MM. Use either `at` or `window`.",
  })
  @IsOptional()
  @Matches(localTime, { message })
  at?: string | null;
  @Field(() => CallbackWindowInput, {
    nullable: true,
    description: "Time window for the call. Use either `window` or `at`.",
  })
  @IsOptional()
  @ValidateNested()
  window?: CallbackWindowInput | null;
  @Field(() => String, {
    nullable: true,
    description: "IANA time zone of `at` and `window`. Default: the time zone of the phone number.",
  })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who speaks. Required without `scriptId`.",
  })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of a published script, used instead of the agent's script.",
  })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Internal note on why to call back, up to 500 characters.",
  })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "A new time for a callback." })
export class RescheduleCallbackInput {
  @Field(() => ID, { description: "ID of the callback." })
  @MaxLength(64)
  callbackId: string;
  @Field(() => String, { description: "New local time in the callback's time zone, as YYYY-MM-DDTHH:MM." })
  @Matches(localTime, { message })
  at: string;
}

@InputType({ description: "A callback, identified by its ID." })
export class CallbackIdInput {
  @Field(() => ID, { description: "ID of the callback." })
  @MaxLength(64)
  callbackId: string;
}

@ObjectType({ description: "A call scheduled for later." })
export class Callback {
  @Field(() => ID, { description: "Unique ID of the callback, prefixed `cbk_`." })
  id: string;
  @Field(() => String, { description: "Phone number to call, in E.164 format." })
  phone: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the contact to call. Null when only a number was given.",
  })
  contactId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the voice agent who speaks. Null when only a script was given.",
  })
  voiceAgentId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the script given for the call. Null when the agent's script is used.",
  })
  scriptId: string | null;
  @Field(() => Date, { description: "Time the call is due." })
  at: string;
  @Field(() => String, { description: "Due time in `timezone`, as YYYY-MM-DDTHH:MM." })
  localTime: string;
  @Field(() => String, { description: "IANA time zone of the callback." })
  timezone: string;
  @Field(() => Boolean, { description: "True when the requested time was moved into calling hours." })
  moved: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Internal note on why to call back. Null when not given.",
  })
  reason: string | null;
  @Field(() => String, {
    description: "Callback status: scheduled, due, calling, done, missed or cancelled.",
  })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "Reason the callback was missed, such as no_answer or do_not_call. Null otherwise.",
  })
  missedBecause: string | null;
  @Field(() => ID, { nullable: true, description: "ID of the call that was made. Null until then." })
  callId: string | null;
  @Field(() => Int, { description: "Version number, incremented by every change." })
  version: number;
  @Field(() => Date, { description: "Time the callback was scheduled." })
  createdAt: string;
}

@ArgsType()
export class CallbacksArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only callbacks with this status: scheduled, due, calling, done, missed or cancelled.",
  })
  @IsOptional()
  @IsIn(callbackStatuses)
  status?: CallbackStatus | null;
  @Field(() => Date, { nullable: true, description: "Only callbacks due at or after this time." })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only callbacks due before this time." })
  @IsOptional()
  to?: Date | null;
}

@ObjectType({ description: "A page of callbacks, newest first." })
export class CallbackPage extends countedPageOf(Callback, "callbacks", {
  total: "Callbacks that match the filter, across all pages.",
  nextCursor: nextPage,
}) {}
