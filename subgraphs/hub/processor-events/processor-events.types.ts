import { IsIn, IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { maxSignedBody } from "../../../src/graphql/validators.ts";
import { eventStatuses, type EventStatus } from "./event.rows.ts";

const statusDescription =
  "Status of the event. `received`, `processed`, `ignored`, `queued` (waits for its object), `failed` (is retried) or `dead` (no more retries).";

@InputType({ description: "Webhook request of the payment processor." })
export class ReceiveProcessorEventInput {
  @Field(() => String, { description: "Raw request body, byte for byte." })
  @MaxLength(maxSignedBody)
  body: string;
  @Field(() => String, { nullable: true, description: "Value of the `Stripe-Signature` header." })
  signature?: string | null;
}

@ObjectType({ description: "Result of receiving a processor event." })
export class ReceivedProcessorEvent {
  @Field(() => Boolean, { description: "Always true: the event was accepted." })
  received: true;
  @Field(() => ID, { description: "ID of the event at the processor." })
  eventId: string;
  @Field(() => String, {
    description: "Result of the event: `processed`, `duplicate`, `ignored` or `queued`.",
  })
  status: "processed" | "duplicate" | "ignored" | "queued";
}

@InputType({ description: "Processor event to run again." })
export class ReplayProcessorEventInput {
  @Field(() => ID, { description: "ID of the event at the processor." })
  @MinLength(1)
  @MaxLength(255)
  eventId: string;
}

@ObjectType({ description: "Event received from the payment processor." })
export class ProcessorEventRecord {
  @Field(() => ID, { description: "ID of the event at the processor." })
  eventId: string;
  @Field(() => String, { description: "Type of the event, such as `invoice.paid`." })
  type: string;
  @Field(() => Boolean, { description: "False for an event of the processor's test mode." })
  livemode: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Processor ID of the object the event is about; null when unknown.",
  })
  objectId: string | null;
  @Field(() => String, { description: statusDescription })
  status: EventStatus;
  @Field(() => Int, { description: "Number of times the event was run." })
  attempts: number;
  @Field(() => String, {
    nullable: true,
    description:
      "Error code of the last failure. `unknown_object` while the event waits for its object, `state_not_reached` while the processor reports an earlier state than the event. Null without a failure.",
  })
  lastError: string | null;
  @Field(() => String, { description: "SHA-256 of the body, in hex." })
  payloadSha256: string;
  @Field(() => Date, { description: "Time of the event at the processor." })
  createdAt: Date;
  @Field(() => Date, { description: "Time the event was received, ISO 8601 in UTC." })
  receivedAt: Date;
  @Field(() => Date, { nullable: true, description: "Time of the next run; null when none is planned." })
  nextAttemptAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time the event was processed; null before." })
  processedAt: Date | null;
}

@ObjectType({ description: "Events of the payment processor, newest first." })
export class ProcessorEventPage extends pageOf(ProcessorEventRecord, "events", {
  nextCursor: "Cursor for the next page: pass it as `cursor`. Null on the last page.",
}) {}

@ArgsType()
export class ProcessorEventArgs {
  @Field(() => String, { nullable: true, description: statusDescription })
  @IsOptional()
  @IsIn(eventStatuses)
  status?: EventStatus | null;
  @Field(() => String, { nullable: true, description: "Only events of this type, such as `invoice.paid`." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  type?: string | null;
  @Field(() => Date, { nullable: true, description: "Only events received at this time or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only events received before this time." })
  to?: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page: `nextCursor` of the previous page.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  cursor?: string | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of events per page." })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
}
