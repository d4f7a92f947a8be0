import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { OffsetPagination } from "../credits/credits.types.ts";

export enum ApiKeyStatus {
  active = "active",
  revoked = "revoked",
}
registerEnumType(ApiKeyStatus, { name: "ApiKeyStatus", description: "A revoked key stays so." });

export enum ApiKeyEnvironment {
  live = "live",
  test = "test",
}
registerEnumType(ApiKeyEnvironment, {
  name: "ApiKeyEnvironment",
  description: "What a key is for; it shows in its prefix.",
});

@ObjectType({ description: "Requests by calendar hour, day and month (UTC); -1 is without limit." })
export class ApiKeyRateLimits {
  @Field(() => Int)
  requestsPerHour: number;
  @Field(() => Int)
  requestsPerDay: number;
  @Field(() => Int)
  requestsPerMonth: number;
}

@ObjectType({ description: "Requests that the key authenticated, refused ones too, by calendar time (UTC)." })
export class ApiKeyUsageStats {
  @Field(() => Float)
  totalRequests: number;
  @Field(() => Int)
  requestsThisHour: number;
  @Field(() => Int)
  requestsToday: number;
  @Field(() => Int)
  requestsThisMonth: number;
}

@ObjectType({ description: "A key of the caller's account. The key itself is shown once, when it is made." })
export class ApiKey {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { description: "Prefix, first and last four characters of the key." })
  keyPreview: string;
  @Field(() => ApiKeyStatus)
  status: ApiKeyStatus;
  @Field(() => ApiKeyEnvironment)
  environment: ApiKeyEnvironment;
  @Field(() => [String])
  scopes: string[];
  @Field(() => [String], { nullable: true, description: "Apps the key may act for; null is every app." })
  appIds: string[] | null;
  @Field(() => [String], { description: "Networks the key works from; none is everywhere." })
  allowedIps: string[];
  @Field(() => ApiKeyRateLimits)
  rateLimits: ApiKeyRateLimits;
  @Field(() => ApiKeyUsageStats)
  usageStats: ApiKeyUsageStats;
  @Field(() => [String])
  webhookUrls: string[];
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
  @Field(() => Date, { nullable: true, description: "To the minute." })
  lastUsedAt: Date | null;
  @Field(() => Date, { nullable: true, description: "From this moment on the key is dead; null is never." })
  expiresAt: Date | null;
  @Field(() => Boolean)
  isExpired: boolean;
  @Field(() => Date, { nullable: true, description: "Until when the key before the last rotation works." })
  previousKeyExpiresAt: Date | null;
  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;
}

@ObjectType({ description: "Keys of the caller's account, newest first." })
export class ApiKeyPage {
  @Field(() => [ApiKey])
  apiKeys: ApiKey[];
  @Field(() => OffsetPagination)
  pagination: OffsetPagination;
}

@ObjectType({
  description: "A new key. A retry with the same idempotency key shows the secrets for 10 minutes.",
})
export class CreatedApiKey {
  @Field(() => ApiKey)
  apiKey: ApiKey;
  @Field(() => String, { nullable: true, description: "The key itself; shown this once." })
  key: string | null;
  @Field(() => String, {
    nullable: true,
    description: "What the key's webhooks are signed with; shown this once.",
  })
  webhookSecret: string | null;
}

@ObjectType({ description: "A key after a change." })
export class UpdatedApiKey {
  @Field(() => ApiKey)
  apiKey: ApiKey;
  @Field(() => String, {
    nullable: true,
    description: "Shown once, when the key gets its first webhook URLs.",
  })
  webhookSecret: string | null;
}

@ObjectType({ description: "A key that was replaced under its old id." })
export class RotatedApiKey {
  @Field(() => ApiKey)
  apiKey: ApiKey;
  @Field(() => String, { nullable: true, description: "The new key; shown this once." })
  key: string | null;
  @Field(() => Date, { description: "Until when the old key works." })
  previousKeyExpiresAt: Date;
}

@ObjectType({ description: "A key that has ended." })
export class RevokedApiKey {
  @Field(() => ID)
  id: string;
  @Field(() => ApiKeyStatus)
  status: ApiKeyStatus;
  @Field(() => Date)
  revokedAt: Date;
}
