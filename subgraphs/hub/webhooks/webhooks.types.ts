import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsInt,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { OffsetPagination } from "../credits/credits.types.ts";

export const deliveryStatuses = ["pending", "succeeded", "exhausted"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

const typesDescription =
  "Event types to send. Single types such as `invoice.paid`, groups such as `invoice.*`, or `*` for all.";
const appDescription = "ID of the one app whose events are sent; omit for every app.";

@InputType({ description: "URL that receives the account's events as webhooks." })
export class CreateWebhookEndpointInput {
  @Field(() => String, { description: "URL (https) that receives the events, on a public host." })
  @MinLength(1)
  @MaxLength(2_048)
  url: string;
  @Field(() => [String], { description: typesDescription })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  eventTypes: string[];
  @Field(() => String, {
    nullable: true,
    description: "Note about the endpoint's purpose, at most 500 characters.",
  })
  @ValidateIf((input: CreateWebhookEndpointInput) => typeof input.description === "string")
  @MaxLength(500)
  description?: string | null;
  @Field(() => ID, { nullable: true, description: appDescription })
  appId?: string | null;
}

@InputType({ description: "Changes to a webhook endpoint. Omitted fields keep their value." })
export class UpdateWebhookEndpointInput {
  @Field(() => ID, { description: "ID of the webhook endpoint to update." })
  endpointId: string;
  @Field(() => String, { nullable: true, description: "New URL (https) on a public host." })
  @ValidateIf((input: UpdateWebhookEndpointInput) => typeof input.url === "string")
  @MinLength(1)
  @MaxLength(2_048)
  url?: string | null;
  @Field(() => [String], { nullable: true, description: typesDescription })
  @ValidateIf((input: UpdateWebhookEndpointInput) => Array.isArray(input.eventTypes))
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  eventTypes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description: "New note about the endpoint's purpose. Null removes it.",
  })
  @ValidateIf((input: UpdateWebhookEndpointInput) => typeof input.description === "string")
  @MaxLength(500)
  description?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the only app whose events are sent. Null sends all.",
  })
  appId?: string | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True resumes deliveries; false disables the endpoint.",
  })
  enabled?: boolean | null;
}

@InputType({ description: "Webhook endpoint to act on." })
export class WebhookEndpointInput {
  @Field(() => ID, { description: "ID of the webhook endpoint." })
  endpointId: string;
}

@InputType({ description: "Webhook endpoint and the start of its missed events." })
export class RecoverWebhookEndpointInput {
  @Field(() => ID, { description: "ID of the webhook endpoint." })
  endpointId: string;
  @Field(() => Date, { description: "Only events at this time or later. Events are kept for 30 days." })
  since: Date;
}

@InputType({ description: "Webhook delivery to send again." })
export class ReplayWebhookDeliveryInput {
  @Field(() => ID, { description: "ID of the webhook delivery." })
  deliveryId: string;
}

@ObjectType({ description: "URL that receives the account's events as webhooks." })
export class WebhookEndpoint {
  @Field(() => ID, { description: "ID of the webhook endpoint." })
  id: string;
  @Field(() => String, { description: "URL (https) that receives the events." })
  url: string;
  @Field(() => String, {
    nullable: true,
    description: "Note about the endpoint's purpose; null when there is none.",
  })
  description: string | null;
  @Field(() => [String], { description: typesDescription })
  eventTypes: string[];
  @Field(() => ID, {
    nullable: true,
    description: "ID of the only app whose events are sent; null otherwise.",
  })
  appId: string | null;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the apps whose events are sent; null for every app.",
  })
  appIds: string[] | null;
  @Field(() => String, {
    description:
      "Origin of the endpoint. `account`: created by you. `api_key` or `auto_reload`: the webhook URL of such a setting.",
  })
  source: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the API key, or of the auto-reload's app; null for `account`.",
  })
  sourceId: string | null;
  @Field(() => String, { description: "Status of the endpoint: `enabled` or `disabled`." })
  status: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason for the status: `owner` disabled it, `gone` (status 410), or `failing` (5 days of failures). Null while enabled.",
  })
  disabledReason: string | null;
  @Field(() => Date, { nullable: true, description: "Time the endpoint was disabled; null while enabled." })
  disabledAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Start of continuous failures; null when the last attempt succeeded.",
  })
  failingSince: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which the previous secret also signs; null when there is none.",
  })
  previousSecretExpiresAt: Date | null;
  @Field(() => Date, { description: "Time the endpoint was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time the endpoint last changed, ISO 8601 in UTC." })
  updatedAt: Date;
}

@ObjectType({ description: "Webhook endpoint with its signing secret, shown once." })
export class WebhookEndpointWithSecret extends WebhookEndpoint {
  @Field(() => String, {
    nullable: true,
    description: "Signing secret: `whsec_` followed by base64. Null in a replay more than 10 minutes later.",
  })
  secret: string | null;
}

@ObjectType({ description: "One page of webhook endpoints, oldest first." })
export class WebhookEndpointPage {
  @Field(() => [WebhookEndpoint], { description: "Webhook endpoints of this page, oldest first." })
  endpoints: WebhookEndpoint[];
  @Field(() => OffsetPagination, { description: "Position of this page in the whole list." })
  pagination: OffsetPagination;
}

@ObjectType({ description: "Webhook endpoint that was deleted." })
export class DeletedWebhookEndpoint {
  @Field(() => ID, { description: "ID of the deleted endpoint." })
  id: string;
  @Field(() => String, { description: "Status of the endpoint, always `deleted`." })
  status: "deleted";
}

@ObjectType({ description: "Result of redelivering missed events." })
export class RecoveredWebhooks {
  @Field(() => ID, { description: "ID of the webhook endpoint." })
  endpointId: string;
  @Field(() => Int, { description: "Number of deliveries queued again." })
  recovered: number;
}

@ObjectType({ description: "Delivery of one event to one webhook endpoint." })
export class WebhookDelivery {
  @Field(() => ID, { description: "ID of the webhook delivery." })
  id: string;
  @Field(() => ID, { description: "ID of the webhook endpoint." })
  endpointId: string;
  @Field(() => ID, { description: "ID of the event delivered." })
  eventId: string;
  @Field(() => String, { description: "Type of the event, such as `invoice.paid`." })
  eventType: string;
  @Field(() => ID, { description: "Value of the `webhook-id` header, the same on every attempt." })
  messageId: string;
  @Field(() => String, {
    description:
      "Status of the delivery: `pending`, `succeeded`, or `exhausted` when no further attempt is made.",
  })
  status: DeliveryStatus;
  @Field(() => Int, { description: "Number of attempts so far, replays included." })
  attemptCount: number;
  @Field(() => Int, {
    nullable: true,
    description: "HTTP status of the last response; null without a response.",
  })
  lastStatus: number | null;
  @Field(() => String, { nullable: true, description: "Failure of the last attempt; null on success." })
  lastError: string | null;
  @Field(() => Date, { nullable: true, description: "Time of the next attempt; null when none is planned." })
  nextAttemptAt: Date | null;
  @Field(() => Date, { description: "Time the delivery was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time the delivery succeeded or was exhausted; null while pending.",
  })
  completedAt: Date | null;
}

@ObjectType({ description: "One attempt to deliver a webhook." })
export class WebhookAttempt {
  @Field(() => Int, { description: "Number of the attempt, starting at 1." })
  number: number;
  @Field(() => Date, { description: "Time of the attempt, ISO 8601 in UTC." })
  at: Date;
  @Field(() => Int, { nullable: true, description: "HTTP status of the response; null without a response." })
  status: number | null;
  @Field(() => Int, { description: "Duration of the attempt in milliseconds." })
  durationMs: number;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason of the failure: `timeout`, `address_refused`, `name_not_found`, `connection_failed`, `tls_failed`, `redirect_refused` or `bad_status`. Null on success.",
  })
  error: string | null;
  @Field(() => String, {
    nullable: true,
    description: "First 4 KB of the receiver's response, kept for 30 days.",
  })
  responseBody: string | null;
}

@ObjectType({ description: "Webhook delivery with its payload and all attempts." })
export class WebhookDeliveryDetail extends WebhookDelivery {
  @Field(() => JSONObjectScalar, { description: "JSON body sent to the endpoint." })
  payload: Record<string, unknown>;
  @Field(() => [WebhookAttempt], { description: "Attempts made so far." })
  attempts: WebhookAttempt[];
}

@ObjectType({ description: "One page of webhook deliveries, newest first." })
export class WebhookDeliveryPage {
  @Field(() => [WebhookDelivery], { description: "Webhook deliveries of this page, newest first." })
  deliveries: WebhookDelivery[];
  @Field(() => OffsetPagination, { description: "Position of this page in the whole list." })
  pagination: OffsetPagination;
}

@ArgsType()
export class WebhookEndpointArgs {
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of entries per page." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of entries to skip." })
  @Min(0)
  offset: number;
}

@ArgsType()
export class WebhookDeliveryArgs extends WebhookEndpointArgs {
  @Field(() => String, { nullable: true, description: "Only deliveries with this status." })
  @ValidateIf((args: WebhookDeliveryArgs) => typeof args.status === "string")
  @IsIn(deliveryStatuses)
  status?: DeliveryStatus | null;
  @Field(() => String, {
    nullable: true,
    description: "Only deliveries of this event type, such as `invoice.paid`.",
  })
  eventType?: string | null;
  @Field(() => ID, { nullable: true, description: "Only deliveries to this webhook endpoint." })
  endpointId?: string | null;
  @Field(() => Date, { nullable: true, description: "Only deliveries created at this time or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Only deliveries created before this time." })
  to?: Date | null;
}
