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
  "Event types, such as `invoice.paid`, whole groups, such as `invoice.*`, or `*` for every event.";
const appDescription = "The one app whose events are sent; every app's when left out.";

@InputType({ description: "An address that is told of the account's events." })
export class CreateWebhookEndpointInput {
  @Field(() => String, { description: "https, at a public address." })
  @MinLength(1)
  @MaxLength(2_048)
  url: string;
  @Field(() => [String], { description: typesDescription })
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  eventTypes: string[];
  @Field(() => String, { nullable: true })
  @ValidateIf((input: CreateWebhookEndpointInput) => typeof input.description === "string")
  @MaxLength(500)
  description?: string | null;
  @Field(() => ID, { nullable: true, description: appDescription })
  appId?: string | null;
}

@InputType({ description: "Changes an endpoint; what is left out stays as it is." })
export class UpdateWebhookEndpointInput {
  @Field(() => ID)
  endpointId: string;
  @Field(() => String, { nullable: true })
  @ValidateIf((input: UpdateWebhookEndpointInput) => typeof input.url === "string")
  @MinLength(1)
  @MaxLength(2_048)
  url?: string | null;
  @Field(() => [String], { nullable: true, description: typesDescription })
  @ValidateIf((input: UpdateWebhookEndpointInput) => Array.isArray(input.eventTypes))
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  eventTypes?: string[] | null;
  @Field(() => String, { nullable: true, description: "Null removes it." })
  @ValidateIf((input: UpdateWebhookEndpointInput) => typeof input.description === "string")
  @MaxLength(500)
  description?: string | null;
  @Field(() => ID, { nullable: true, description: "Null sends the events of every app." })
  appId?: string | null;
  @Field(() => Boolean, { nullable: true, description: "False stops deliveries, true starts them again." })
  enabled?: boolean | null;
}

@InputType({ description: "Names an endpoint." })
export class WebhookEndpointInput {
  @Field(() => ID)
  endpointId: string;
}

@InputType({ description: "Sends again what an endpoint has missed." })
export class RecoverWebhookEndpointInput {
  @Field(() => ID)
  endpointId: string;
  @Field(() => Date, { description: "Events from this moment on; they are kept for 30 days." })
  since: Date;
}

@InputType({ description: "Names a delivery." })
export class ReplayWebhookDeliveryInput {
  @Field(() => ID)
  deliveryId: string;
}

@ObjectType({ description: "An address that is told of the account's events." })
export class WebhookEndpoint {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  url: string;
  @Field(() => String, { nullable: true })
  description: string | null;
  @Field(() => [String], { description: typesDescription })
  eventTypes: string[];
  @Field(() => ID, { nullable: true, description: "The one app whose events are sent." })
  appId: string | null;
  @Field(() => [ID], { nullable: true, description: "The apps whose events are sent; null for every app." })
  appIds: string[] | null;
  @Field(() => String, {
    description: "Who made it: `account`, or `api_key` or `auto_reload` for the webhook URL of one of these.",
  })
  source: string;
  @Field(() => ID, { nullable: true, description: "The API key, or the app of the auto-reload." })
  sourceId: string | null;
  @Field(() => String, { description: "`enabled` or `disabled`." })
  status: string;
  @Field(() => String, {
    nullable: true,
    description: "`owner`: by you; `gone`: it answered 410; `failing`: every try failed for 5 days.",
  })
  disabledReason: string | null;
  @Field(() => Date, { nullable: true })
  disabledAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Since when every try has failed." })
  failingSince: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Until when deliveries are also signed with the secret before the last rotation.",
  })
  previousSecretExpiresAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "An endpoint with its signing secret, which is shown this once." })
export class WebhookEndpointWithSecret extends WebhookEndpoint {
  @Field(() => String, {
    nullable: true,
    description: "`whsec_` and base64. Null in a replay that comes later than 10 minutes.",
  })
  secret: string | null;
}

@ObjectType()
export class WebhookEndpointPage {
  @Field(() => [WebhookEndpoint])
  endpoints: WebhookEndpoint[];
  @Field(() => OffsetPagination)
  pagination: OffsetPagination;
}

@ObjectType()
export class DeletedWebhookEndpoint {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  status: "deleted";
}

@ObjectType({ description: "How many deliveries were put on their way again." })
export class RecoveredWebhooks {
  @Field(() => ID)
  endpointId: string;
  @Field(() => Int)
  recovered: number;
}

@ObjectType({ description: "One event on its way to one endpoint." })
export class WebhookDelivery {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  endpointId: string;
  @Field(() => ID)
  eventId: string;
  @Field(() => String)
  eventType: string;
  @Field(() => ID, { description: "The `webhook-id` header, the same on every try." })
  messageId: string;
  @Field(() => String, { description: "`pending`, `succeeded`, or `exhausted` when no further try is made." })
  status: DeliveryStatus;
  @Field(() => Int, { description: "Tries so far, replays included." })
  attemptCount: number;
  @Field(() => Int, { nullable: true, description: "HTTP status of the last answer." })
  lastStatus: number | null;
  @Field(() => String, { nullable: true, description: "Why the last try failed." })
  lastError: string | null;
  @Field(() => Date, { nullable: true })
  nextAttemptAt: Date | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date, { nullable: true })
  completedAt: Date | null;
}

@ObjectType({ description: "One try." })
export class WebhookAttempt {
  @Field(() => Int)
  number: number;
  @Field(() => Date)
  at: Date;
  @Field(() => Int, { nullable: true, description: "HTTP status; null when there was no answer." })
  status: number | null;
  @Field(() => Int)
  durationMs: number;
  @Field(() => String, {
    nullable: true,
    description:
      "`timeout`, `address_refused`, `name_not_found`, `connection_failed`, `tls_failed`, `redirect_refused` or `bad_status`.",
  })
  error: string | null;
  @Field(() => String, {
    nullable: true,
    description: "The first 4 KB of the receiver's answer, kept for 30 days.",
  })
  responseBody: string | null;
}

@ObjectType({ description: "A delivery with what was sent and every try." })
export class WebhookDeliveryDetail extends WebhookDelivery {
  @Field(() => JSONObjectScalar, { description: "The body that is sent." })
  payload: Record<string, unknown>;
  @Field(() => [WebhookAttempt])
  attempts: WebhookAttempt[];
}

@ObjectType()
export class WebhookDeliveryPage {
  @Field(() => [WebhookDelivery])
  deliveries: WebhookDelivery[];
  @Field(() => OffsetPagination)
  pagination: OffsetPagination;
}

@ArgsType()
export class WebhookEndpointArgs {
  @Field(() => Int, { defaultValue: 50 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0 })
  @Min(0)
  offset: number;
}

@ArgsType()
export class WebhookDeliveryArgs extends WebhookEndpointArgs {
  @Field(() => String, { nullable: true })
  @ValidateIf((args: WebhookDeliveryArgs) => typeof args.status === "string")
  @IsIn(deliveryStatuses)
  status?: DeliveryStatus | null;
  @Field(() => String, { nullable: true })
  eventType?: string | null;
  @Field(() => ID, { nullable: true })
  endpointId?: string | null;
  @Field(() => Date, { nullable: true, description: "Made at this moment or later." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Made before this moment." })
  to?: Date | null;
}
