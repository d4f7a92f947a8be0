import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";
import { keyScopes } from "../../../src/access/scopes.ts";
import { ApiKeyEnvironment, ApiKeyStatus } from "./api-keys.types.ts";

@ArgsType()
export class ApiKeysArgs {
  @Field(() => ApiKeyStatus, {
    nullable: true,
    description: "Only keys with this status; omit for all keys.",
  })
  status?: ApiKeyStatus | null;
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of API keys per page." })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0, description: "Number of API keys to skip." })
  @Min(0)
  offset: number;
}

@InputType({
  description: "Rate limits of one key, lower than the plan's. Null or omitted applies the plan's.",
})
export class ApiKeyRateLimitsInput {
  @Field(() => Int, {
    nullable: true,
    description: "Maximum requests per calendar hour; null applies the plan's limit.",
  })
  @IsOptional()
  @Min(1)
  requestsPerHour?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum requests per calendar day; null applies the plan's limit.",
  })
  @IsOptional()
  @Min(1)
  requestsPerDay?: number | null;
  @Field(() => Int, {
    nullable: true,
    description: "Maximum requests per calendar month; null applies the plan's limit.",
  })
  @IsOptional()
  @Min(1)
  requestsPerMonth?: number | null;
}

@InputType({ description: "Settings of a new API key." })
export class CreateApiKeyInput {
  @Field(() => String, { description: "Label that distinguishes this key from others." })
  @MaxLength(64)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => [String], { description: `Scopes granted to the key. Allowed: ${keyScopes.join(", ")}.` })
  @ArrayMinSize(1)
  @ArrayMaxSize(keyScopes.length)
  @IsIn(keyScopes, { each: true, message: "must be scopes that an API key can have" })
  scopes: string[];
  @Field(() => ApiKeyEnvironment, {
    defaultValue: ApiKeyEnvironment.live,
    description: "Environment of the key, shown in its prefix.",
  })
  environment: ApiKeyEnvironment;
  @Field(() => Int, {
    nullable: true,
    description: "Days until the key expires. Use this or expiresAt, not both.",
  })
  @IsOptional()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
  @Field(() => Date, {
    nullable: true,
    description:
      "Expiry time, more than an hour ahead. Without expiresAt and expiresInDays the key never expires.",
  })
  expiresAt?: Date | null;
  @Field(() => [String], {
    nullable: true,
    description: "Webhook URLs (https) that receive the account's events. Requires the scope `webhooks`.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  webhookUrls?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "IP allowlist in CIDR notation; omit to allow any IP address.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  allowedIps?: string[] | null;
  @Field(() => [ID], {
    nullable: true,
    description: "IDs of the apps the key may access; omit for every app.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  appIds?: string[] | null;
  @Field(() => ApiKeyRateLimitsInput, {
    nullable: true,
    description: "Rate limits of this key, lower than the plan's.",
  })
  @IsOptional()
  @ValidateNested()
  rateLimits?: ApiKeyRateLimitsInput | null;
}

@InputType({ description: "Changes to an API key. Omitted fields keep their value." })
export class UpdateApiKeyInput {
  @Field(() => ID, { description: "ID of the API key to update." })
  id: string;
  @Field(() => String, { nullable: true, description: "New label of the key." })
  @IsOptional()
  @MaxLength(64)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => [String], {
    nullable: true,
    description: "Scopes to keep, a subset of the key's current scopes.",
  })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(keyScopes.length)
  scopes?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "New webhook URLs (https). Null or an empty list removes all.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  webhookUrls?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "New IP allowlist in CIDR notation. Null or an empty list allows any IP address.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  allowedIps?: string[] | null;
  @Field(() => ApiKeyRateLimitsInput, {
    nullable: true,
    description: "New rate limits of the key. Null applies the plan's.",
  })
  @IsOptional()
  @ValidateNested()
  rateLimits?: ApiKeyRateLimitsInput | null;
}

@InputType({ description: "API key to rotate and the grace period of its previous secret." })
export class RotateApiKeyInput {
  @Field(() => ID, { description: "ID of the API key to rotate." })
  id: string;
  @Field(() => Int, {
    defaultValue: 86_400,
    description: "Seconds during which the previous key still works.",
  })
  @Min(0)
  @Max(604_800)
  graceSeconds: number;
}

@InputType({ description: "API key to revoke." })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: "ID of the API key to revoke." })
  id: string;
}
