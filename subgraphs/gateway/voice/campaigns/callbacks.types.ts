import { IsIn, IsOptional, Matches, MaxLength, ValidateNested } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { countedPageOf, nextPage } from "../../../../src/graphql/page-type.ts";
import { PageArgs } from "../../base/page.types.ts";

const localTime = /^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const message = "must be a local time as 2026-05-04T10:30";

export const callbackStatuses = ["scheduled", "due", "calling", "done", "missed", "cancelled"] as const;
export type CallbackStatus = (typeof callbackStatuses)[number];

@InputType({ description: "A span of local time; the callback is made as early in it as may be." })
export class CallbackWindowInput {
  @Field(() => String)
  @Matches(localTime, { message })
  from: string;
  @Field(() => String)
  @Matches(localTime, { message })
  to: string;
}

@InputType({ description: "A call to be made later." })
export class ScheduleCallbackInput {
  @Field(() => ID, { nullable: true, description: "Whom to call; or `phone`." })
  @IsOptional()
  @MaxLength(64)
  contactId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(40)
  phone?: string | null;
  @Field(() => String, { nullable: true, description: "YYYY-MM-DDTHH:MM of the called person; or `window`." })
  @IsOptional()
  @Matches(localTime, { message })
  at?: string | null;
  @Field(() => CallbackWindowInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  window?: CallbackWindowInput | null;
  @Field(() => String, { nullable: true, description: "IANA name; that of the number when left out." })
  @IsOptional()
  @MaxLength(64)
  timezone?: string | null;
  @Field(() => ID, { nullable: true, description: "Who calls; or `scriptId`." })
  @IsOptional()
  @MaxLength(64)
  voiceAgentId?: string | null;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  scriptId?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  reason?: string | null;
}

@InputType({ description: "Another time for a callback." })
export class RescheduleCallbackInput {
  @Field(() => ID)
  @MaxLength(64)
  callbackId: string;
  @Field(() => String, { description: "YYYY-MM-DDTHH:MM in the callback's zone." })
  @Matches(localTime, { message })
  at: string;
}

@InputType({ description: "A callback." })
export class CallbackIdInput {
  @Field(() => ID)
  @MaxLength(64)
  callbackId: string;
}

@ObjectType({ description: "A call to be made later." })
export class Callback {
  @Field(() => ID)
  id: string;
  @Field(() => String, { description: "E.164." })
  phone: string;
  @Field(() => ID, { nullable: true })
  contactId: string | null;
  @Field(() => ID, { nullable: true })
  voiceAgentId: string | null;
  @Field(() => ID, { nullable: true })
  scriptId: string | null;
  @Field(() => Date, { description: "When it is to be made." })
  at: string;
  @Field(() => String, { description: "What clocks in `timezone` show then." })
  localTime: string;
  @Field(() => String)
  timezone: string;
  @Field(() => Boolean, { description: "True when the wanted time was outside of calling hours." })
  moved: boolean;
  @Field(() => String, { nullable: true })
  reason: string | null;
  @Field(() => String, { description: "scheduled, due, calling, done, missed or cancelled." })
  status: string;
  @Field(() => String, { nullable: true })
  missedBecause: string | null;
  @Field(() => ID, { nullable: true })
  callId: string | null;
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: string;
}

@ArgsType()
export class CallbacksArgs extends PageArgs {
  @Field(() => String, { nullable: true })
  @IsOptional()
  @IsIn(callbackStatuses)
  status?: CallbackStatus | null;
  @Field(() => Date, { nullable: true })
  @IsOptional()
  from?: Date | null;
  @Field(() => Date, { nullable: true })
  @IsOptional()
  to?: Date | null;
}

@ObjectType({ description: "A page of callbacks, newest first." })
export class CallbackPage extends countedPageOf(Callback, "callbacks", { nextCursor: nextPage }) {}
