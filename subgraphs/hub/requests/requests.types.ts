import { IsIn, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from "type-graphql";
import { pageOf } from "../../../src/graphql/page-type.ts";
import { CreditsScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";

const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;
const requestIdPattern = /^[A-Za-z0-9_-]{8,64}$/;

@ObjectType({ description: "Credential that made a request." })
export class RequestPrincipal {
  @Field(() => String, { description: "Type of principal: `user`, `api_key` or `service_account`." })
  type: string;
  @Field(() => ID, { description: "ID of the user, API key or service account." })
  id: string;
}

@ObjectType({ description: "One request of the account and its outcome." })
export class LoggedRequest {
  @Field(() => ID, { description: "ID of the request, as in the `x-request-id` header." })
  requestId: string;
  @Field(() => Date, { description: "Time of the response, ISO 8601 in UTC." })
  at: Date;
  @Field(() => String, { description: "Transport of the request: `rest`, `graphql`, `tool` or `mcp`." })
  door: string;
  @Field(() => String, { description: "HTTP method." })
  method: string;
  @Field(() => String, { description: "Pattern of the path, such as `/invoices/{invoiceId}`." })
  path: string;
  @Field(() => String, {
    nullable: true,
    description: "Name of the stored or GraphQL operation; null when none was reached.",
  })
  operation: string | null;
  @Field(() => Int, { description: "HTTP status of the response." })
  status: number;
  @Field(() => String, { nullable: true, description: "Error code of a failed request; null otherwise." })
  code: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Address of the documentation of the error code; null without one.",
  })
  docsUrl: string | null;
  @Field(() => Float, { description: "Duration in the router, in milliseconds." })
  durationMs: number;
  @Field(() => CreditsScalar, { description: "Credits charged for the request." })
  cost: number;
  @Field(() => RequestPrincipal, { description: "Credential that made the request." })
  principal: RequestPrincipal;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app named in the request; null when none was named.",
  })
  appId: string | null;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Input of the operation. Text other than platform names and IDs is masked as ***. Null for GraphQL documents and large inputs.",
  })
  input: Record<string, unknown> | null;
}

@ObjectType({ description: "Requests of the account, newest first." })
export class LoggedRequestPage extends pageOf(LoggedRequest, "requests") {}

const time = "Only requests";

@ArgsType()
export class RequestsArgs {
  @Field(() => String, {
    nullable: true,
    description: "Only requests with a status of this class: `2xx`, `3xx`, `4xx` or `5xx`.",
  })
  @IsOptional()
  @IsIn(statusClasses)
  status?: (typeof statusClasses)[number] | null;
  @Field(() => String, { nullable: true, description: "Only requests of the operation with this name." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  operation?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "Only requests of this API key, service account or user, by ID.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  key?: string | null;
  @Field(() => ID, { nullable: true, description: "Only requests with this request ID." })
  @IsOptional()
  @Matches(requestIdPattern)
  requestId?: string | null;
  @Field(() => Date, { nullable: true, description: `${time} at this time or later.` })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: `${time} before this time.` })
  to?: Date | null;
  @Field(() => Int, { defaultValue: 50, description: "Maximum number of requests per page." })
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page: `nextCursor` of the previous page.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(500)
  after?: string | null;
}

@ArgsType()
export class RequestArgs {
  @Field(() => ID, { description: "ID of the request, as in the `x-request-id` header." })
  @Matches(requestIdPattern)
  requestId: string;
}

@InputType({ description: "Requests that a router has answered." })
export class RecordRequestsInput {
  @Field(() => String, { description: "Requests as JSON text: an array of objects." })
  @MaxLength(8_000_000)
  entries: string;
}
