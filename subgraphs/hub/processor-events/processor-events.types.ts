import { IsIn, IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { maxSignedBody } from "../../../src/graphql/validators.ts";
import { eventStatuses, type EventStatus } from "./event.rows.ts";

const statusDescription =
  "`received`, `processed`, `ignored`, `queued` while what it is about is not known yet, `failed` while it is tried again, or `dead`.";

@InputType({ description: "What the payment processor sends." })
export class ReceiveProcessorEventInput {
  @Field(() => String, { description: "The body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "The header `Stripe-Signature`." })
  signature?: string | null;
}

@ObjectType({ description: "What became of an event." })
export class ReceivedProcessorEvent {
  @Field(() => Boolean)
  received: true;
  @Field(() => ID)
  eventId: string;
  @Field(() => String, { description: "`processed`, `duplicate`, `ignored` or `queued`." })
  status: "processed" | "duplicate" | "ignored" | "queued";
}

@InputType({ description: "Names an event of the payment processor." })
export class ReplayProcessorEventInput {
  @Field(() => ID)
  @MinLength(1)
  @MaxLength(255)
  eventId: string;
}

@ObjectType({ description: "An event that the payment processor told us of." })
export class ProcessorEventRecord {
  @Field(() => ID)
  eventId: string;
  @Field(() => String)
  type: string;
  @Field(() => Boolean, { description: "False for an event of the processor's test mode." })
  livemode: boolean;
  @Field(() => String, { nullable: true, description: "The processor's id of what it is about." })
  objectId: string | null;
  @Field(() => String, { description: statusDescription })
  status: EventStatus;
  @Field(() => Int, { description: "How often it was run." })
  attempts: number;
  @Field(() => String, {
    nullable: true,
    description: "Code of the last failure; `unknown_object` while it waits for what it is about.",
  })
  lastError: string | null;
  @Field(() => String, { description: "SHA-256 of the body, in hex." })
  payloadSha256: string;
  @Field(() => Date, { description: "When it happened, as the processor says." })
  createdAt: Date;
  @Field(() => Date)
  receivedAt: Date;
  @Field(() => Date, { nullable: true })
  nextAttemptAt: Date | null;
  @Field(() => Date, { nullable: true })
  processedAt: Date | null;
}

@ObjectType({ description: "Events of the payment processor, newest first." })
export class ProcessorEventPage extends pageOf(ProcessorEventRecord, "events", {
  nextCursor: "Where the next page starts; null on the last one.",
}) {}

@ArgsType()
export class ProcessorEventArgs {
  @Field(() => String, { nullable: true, description: statusDescription })
  @IsOptional()
  @IsIn(eventStatuses)
  status?: EventStatus | null;
  @Field(() => String, { nullable: true, description: "Type of the event, such as `invoice.paid`." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  type?: string | null;
  @Field(() => Date, { nullable: true, description: "Received at this moment or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Received before this moment." })
  to?: Date | null;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  cursor?: string | null;
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
}
