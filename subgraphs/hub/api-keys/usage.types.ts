import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType, Directive } from "type-graphql";
import { ApiKeyUsageStats } from "./api-keys.types.ts";

export enum UsageGranularity {
  hour = "hour",
  day = "day",
}
registerEnumType(UsageGranularity, {
  name: "UsageGranularity",
  description: "Length of one period in a usage report.",
  valuesConfig: {
    hour: { description: "One point per hour." },
    day: { description: "One point per UTC day." },
  },
});

@ArgsType()
export class UsageRangeArgs {
  @Field(() => Date, {
    nullable: true,
    description: "Start of the range. Defaults to 30 days before `to`, or 24 hours by hour.",
  })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "End of the range. Defaults to now." })
  to?: Date | null;
  @Field(() => UsageGranularity, {
    defaultValue: UsageGranularity.day,
    description: "Length of each period in the series: `hour` or `day`.",
  })
  granularity: UsageGranularity;
}

@ArgsType()
export class ApiKeyUsageArgs extends UsageRangeArgs {
  @Field(() => ID, { description: "ID of the API key to report on." })
  id: string;
}

@ObjectType({ description: "Request counts by outcome." })
export class UsageCounts {
  @Field(() => Int, { description: "Number of all requests." })
  total: number;
  @Field(() => Int, { description: "Requests that succeeded." })
  ok: number;
  @Field(() => Int, { description: "Requests rejected with a 4xx status other than 429." })
  clientError: number;
  @Field(() => Int, { description: "Requests that failed with a 5xx status." })
  serverError: number;
  @Field(() => Int, { description: "Requests rejected with status 429 by a rate limit." })
  rateLimited: number;
}

@ObjectType({ description: "Request counts of one hour or day (UTC)." })
export class UsagePoint extends UsageCounts {
  @Field(() => Date, { description: "Start of the hour or day, in UTC." })
  at: Date;
}

@ObjectType({ description: "Request counts of one endpoint." })
export class EndpointUsage extends UsageCounts {
  @Field(() => String, { description: "HTTP method and path of the endpoint." })
  endpoint: string;
}

@ObjectType({ description: "Usage of one API key." })
export class ApiKeyUsage {
  @Field(() => ApiKeyUsageStats, { description: "Request counts by current calendar period." })
  usageStats: ApiKeyUsageStats;
  @Field(() => [UsagePoint], {
    description: "Counts of every hour or day in the range, oldest first, including empty ones.",
  })
  series: UsagePoint[];
  @Field(() => [EndpointUsage], { description: "Counts per endpoint in the range, most used first." })
  byEndpoint: EndpointUsage[];
}

@ObjectType({ description: "Request counts of one API key." })
export class KeyUsage extends UsageCounts {
  @Field(() => ID, { description: "ID of the API key." })
  keyId: string;
  @Field(() => String, { description: "Label of the API key." })
  name: string;
  @Field(() => String, { description: "Masked key: prefix, first and last four characters." })
  keyPreview: string;
}

@ObjectType({ description: "Usage of all API keys of the account." })
export class AccountKeyUsage {
  @Field(() => [UsagePoint], {
    description: "Counts of every hour or day in the range, oldest first, including empty ones.",
  })
  series: UsagePoint[];
  @Field(() => [KeyUsage], { description: "Counts per API key, revoked keys included, most used first." })
  byKey: KeyUsage[];
  @Field(() => [EndpointUsage], { description: "Counts per endpoint in the range, most used first." })
  byEndpoint: EndpointUsage[];
}

@InputType({ description: "Request counts of one key and endpoint within an hour." })
@Directive("@inaccessible")
export class KeyTallyInput {
  @Field(() => String, { description: "ID of the API key that made the requests." })
  keyId: string;
  @Field(() => String, { description: "HTTP method and path of the endpoint." })
  endpoint: string;
  @Field(() => Date, { description: "Start of the hour, in UTC." })
  hour: Date;
  @Field(() => Date, { description: "Time of the last of these requests." })
  lastUsedAt: Date;
  @Field(() => Int, { description: "Requests that succeeded." })
  ok: number;
  @Field(() => Int, { description: "Requests rejected with a 4xx status other than 429." })
  clientError: number;
  @Field(() => Int, { description: "Requests that failed with a 5xx status." })
  serverError: number;
  @Field(() => Int, { description: "Requests rejected with status 429." })
  rateLimited: number;
}

@InputType({ description: "API key that reached its own rate limit. Its owner is notified once." })
@Directive("@inaccessible")
export class ReachedKeyLimitInput {
  @Field(() => String, { description: "ID of the API key." })
  keyId: string;
  @Field(() => Date, { description: "Time at which the rate limit window ends." })
  until: Date;
}

@InputType({ description: "Request counts collected by a router." })
@Directive("@inaccessible")
export class RecordKeyUsageInput {
  @Field(() => [KeyTallyInput], { description: "Request counts per key, endpoint and hour." })
  tallies: KeyTallyInput[];
  @Field(() => [ReachedKeyLimitInput], {
    defaultValue: [],
    description: "API keys that reached their own rate limit.",
  })
  reached: ReachedKeyLimitInput[];
}
