import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType, Directive } from "type-graphql";
import { ApiKeyUsageStats } from "./api-keys.types.ts";

export enum UsageGranularity {
  hour = "hour",
  day = "day",
}
registerEnumType(UsageGranularity, { name: "UsageGranularity", description: "Width of a usage point." });

@ArgsType()
export class UsageRangeArgs {
  @Field(() => Date, { nullable: true, description: "Left out: 30 days before `to`, or 24 hours by hour." })
  from?: Date | null;
  @Field(() => Date, { nullable: true, description: "Left out: now." })
  to?: Date | null;
  @Field(() => UsageGranularity, { defaultValue: UsageGranularity.day })
  granularity: UsageGranularity;
}

@ArgsType()
export class ApiKeyUsageArgs extends UsageRangeArgs {
  @Field(() => ID)
  id: string;
}

@ObjectType({ description: "Requests by what became of them." })
export class UsageCounts {
  @Field(() => Int)
  total: number;
  @Field(() => Int)
  ok: number;
  @Field(() => Int, { description: "Refused with 4xx, too many requests aside." })
  clientError: number;
  @Field(() => Int)
  serverError: number;
  @Field(() => Int, { description: "Refused with 429." })
  rateLimited: number;
}

@ObjectType({ description: "Requests of one hour or day (UTC)." })
export class UsagePoint extends UsageCounts {
  @Field(() => Date, { description: "Start of the hour or day." })
  at: Date;
}

@ObjectType({ description: "Requests to one endpoint." })
export class EndpointUsage extends UsageCounts {
  @Field(() => String, { description: "Method and path." })
  endpoint: string;
}

@ObjectType({ description: "What a key was used for." })
export class ApiKeyUsage {
  @Field(() => ApiKeyUsageStats)
  usageStats: ApiKeyUsageStats;
  @Field(() => [UsagePoint], { description: "Every hour or day of the range, oldest first, empty ones too." })
  series: UsagePoint[];
  @Field(() => [EndpointUsage], { description: "Of the same range, most used first." })
  byEndpoint: EndpointUsage[];
}

@ObjectType({ description: "Requests of one key." })
export class KeyUsage extends UsageCounts {
  @Field(() => ID)
  keyId: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "Prefix, first and last four characters of the key." })
  keyPreview: string;
}

@ObjectType({ description: "What all keys of an account were used for." })
export class AccountKeyUsage {
  @Field(() => [UsagePoint], { description: "Every hour or day of the range, oldest first, empty ones too." })
  series: UsagePoint[];
  @Field(() => [KeyUsage], { description: "Every key of the account, revoked ones too, most used first." })
  byKey: KeyUsage[];
  @Field(() => [EndpointUsage], { description: "Of the same range, most used first." })
  byEndpoint: EndpointUsage[];
}

@InputType({ description: "Requests of one key to one endpoint within an hour." })
@Directive("@inaccessible")
export class KeyTallyInput {
  @Field(() => String)
  keyId: string;
  @Field(() => String)
  endpoint: string;
  @Field(() => Date)
  hour: Date;
  @Field(() => Date)
  lastUsedAt: Date;
  @Field(() => Int)
  ok: number;
  @Field(() => Int)
  clientError: number;
  @Field(() => Int)
  serverError: number;
  @Field(() => Int)
  rateLimited: number;
}

@InputType({ description: "A key that a limit of its own has refused, of which the owner is told once." })
@Directive("@inaccessible")
export class ReachedKeyLimitInput {
  @Field(() => String)
  keyId: string;
  @Field(() => Date, { description: "When the window of the limit ends." })
  until: Date;
}

@InputType({ description: "Requests that a router has counted." })
@Directive("@inaccessible")
export class RecordKeyUsageInput {
  @Field(() => [KeyTallyInput])
  tallies: KeyTallyInput[];
  @Field(() => [ReachedKeyLimitInput], { defaultValue: [] })
  reached: ReachedKeyLimitInput[];
}
