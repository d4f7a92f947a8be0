import { Field, Float, ID, Int, ObjectType, registerEnumType } from "type-graphql";
import { OffsetPagination } from "../credits/credits.types.ts";

export enum ApiKeyStatus {
  active = "active",
  revoked = "revoked",
}
registerEnumType(ApiKeyStatus, {
  name: "ApiKeyStatus",
  description: "Status of an API key. Revoking is final.",
  valuesConfig: {
    active: { description: "Key works unless it has expired." },
    revoked: { description: "Key was revoked for good and is rejected." },
  },
});

export enum ApiKeyEnvironment {
  live = "live",
  test = "test",
}
registerEnumType(ApiKeyEnvironment, {
  name: "ApiKeyEnvironment",
  description: "Environment of an API key, visible in its prefix.",
  valuesConfig: {
    live: { description: "Key for production, with the prefix `hub_live`." },
    test: { description: "Key for development and tests, with the prefix `hub_test`." },
  },
});

@ObjectType({ description: "Rate limits of an API key per calendar period (UTC). -1 means unlimited." })
export class ApiKeyRateLimits {
  @Field(() => Int, { description: "Maximum requests per calendar hour; -1 means unlimited." })
  requestsPerHour: number;
  @Field(() => Int, { description: "Maximum requests per calendar day; -1 means unlimited." })
  requestsPerDay: number;
  @Field(() => Int, { description: "Maximum requests per calendar month; -1 means unlimited." })
  requestsPerMonth: number;
}

@ObjectType({
  description: "Request counts of an API key by calendar period (UTC), rejected requests included.",
})
export class ApiKeyUsageStats {
  @Field(() => Float, { description: "Requests since the key was created." })
  totalRequests: number;
  @Field(() => Int, { description: "Requests in the current calendar hour." })
  requestsThisHour: number;
  @Field(() => Int, { description: "Requests in the current calendar day." })
  requestsToday: number;
  @Field(() => Int, { description: "Requests in the current calendar month." })
  requestsThisMonth: number;
}

@ObjectType({ description: "API key of the account. Its secret is shown once, at creation." })
export class ApiKey {
  @Field(() => ID, { description: "ID of the API key, not the secret itself." })
  id: string;
  @Field(() => String, { description: "Label that distinguishes this key from others." })
  name: string;
  @Field(() => String, { description: "Masked key: prefix, first and last four characters." })
  keyPreview: string;
  @Field(() => ApiKeyStatus, { description: "Whether the key is active or revoked." })
  status: ApiKeyStatus;
  @Field(() => ApiKeyEnvironment, { description: "Environment of the key: live or test." })
  environment: ApiKeyEnvironment;
  @Field(() => [String], { description: "Scopes granted to the key, such as `read:invoices`." })
  scopes: string[];
  @Field(() => [String], {
    nullable: true,
    description: "IDs of the apps the key may access; null for every app.",
  })
  appIds: string[] | null;
  @Field(() => [String], { description: "IP allowlist in CIDR notation; empty allows any IP address." })
  allowedIps: string[];
  @Field(() => ApiKeyRateLimits, {
    description: "Rate limits in force: the plan's, or lower ones set on the key.",
  })
  rateLimits: ApiKeyRateLimits;
  @Field(() => ApiKeyUsageStats, { description: "Request counts of the key by calendar period." })
  usageStats: ApiKeyUsageStats;
  @Field(() => [String], { description: "Webhook URLs that receive the account's events for this key." })
  webhookUrls: string[];
  @Field(() => Date, { description: "Time the key was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, { description: "Time the key was last changed, ISO 8601 in UTC." })
  updatedAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last request, to the minute; null before the first.",
  })
  lastUsedAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Expiry time, from which the key is rejected; null for never.",
  })
  expiresAt: Date | null;
  @Field(() => Boolean, { description: "True when the expiry time has passed." })
  isExpired: boolean;
  @Field(() => Date, {
    nullable: true,
    description: "Time until which the key from before the last rotation works; null when there is none.",
  })
  previousKeyExpiresAt: Date | null;
  @Field(() => Date, { nullable: true, description: "Time the key was revoked; null while it is active." })
  revokedAt: Date | null;
}

@ObjectType({ description: "One page of the account's API keys, newest first." })
export class ApiKeyPage {
  @Field(() => [ApiKey], { description: "API keys of this page, newest first." })
  apiKeys: ApiKey[];
  @Field(() => OffsetPagination, { description: "Position of this page in the whole list." })
  pagination: OffsetPagination;
}

@ObjectType({
  description:
    "New API key with its secrets. A retry with the same idempotency key returns them for 10 minutes.",
})
export class CreatedApiKey {
  @Field(() => ApiKey, { description: "API key that was created." })
  apiKey: ApiKey;
  @Field(() => String, { nullable: true, description: "Secret key, shown once. Null in a later retry." })
  key: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Signing secret of the key's webhooks, shown once. Null without webhook URLs.",
  })
  webhookSecret: string | null;
}

@ObjectType({ description: "API key after an update." })
export class UpdatedApiKey {
  @Field(() => ApiKey, { description: "API key with the changes applied." })
  apiKey: ApiKey;
  @Field(() => String, {
    nullable: true,
    description: "Webhook signing secret, shown once when the first webhook URL is added; otherwise null.",
  })
  webhookSecret: string | null;
}

@ObjectType({ description: "API key with a new secret. Its ID does not change." })
export class RotatedApiKey {
  @Field(() => ApiKey, { description: "API key after the rotation." })
  apiKey: ApiKey;
  @Field(() => String, { nullable: true, description: "New secret key, shown once. Null in a later retry." })
  key: string | null;
  @Field(() => Date, { description: "Time until which the previous key works." })
  previousKeyExpiresAt: Date;
}

@ObjectType({ description: "API key that was revoked." })
export class RevokedApiKey {
  @Field(() => ID, { description: "ID of the revoked API key." })
  id: string;
  @Field(() => ApiKeyStatus, { description: "Status of the key, always `revoked`." })
  status: ApiKeyStatus;
  @Field(() => Date, { description: "Time the key was revoked, ISO 8601 in UTC." })
  revokedAt: Date;
}
