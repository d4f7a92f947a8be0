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
  @Field(() => ApiKeyStatus, { nullable: true })
  status?: ApiKeyStatus | null;
  @Field(() => Int, { defaultValue: 20 })
  @Min(1)
  @Max(100)
  limit: number;
  @Field(() => Int, { defaultValue: 0 })
  @Min(0)
  offset: number;
}

@InputType({ description: "Limits of one key, lower than the tier's. Null or left out is the tier's." })
export class ApiKeyRateLimitsInput {
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1)
  requestsPerHour?: number | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1)
  requestsPerDay?: number | null;
  @Field(() => Int, { nullable: true })
  @IsOptional()
  @Min(1)
  requestsPerMonth?: number | null;
}

@InputType({ description: "A new key." })
export class CreateApiKeyInput {
  @Field(() => String)
  @MaxLength(64)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => [String], { description: `What the key may do: ${keyScopes.join(", ")}.` })
  @ArrayMinSize(1)
  @ArrayMaxSize(keyScopes.length)
  @IsIn(keyScopes, { each: true, message: "must be scopes that keys may hold" })
  scopes: string[];
  @Field(() => ApiKeyEnvironment, { defaultValue: ApiKeyEnvironment.live })
  environment: ApiKeyEnvironment;
  @Field(() => Int, { nullable: true, description: "Instead of expiresAt." })
  @IsOptional()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
  @Field(() => Date, {
    nullable: true,
    description: "More than an hour ahead. Without either the key never expires.",
  })
  expiresAt?: Date | null;
  @Field(() => [String], {
    nullable: true,
    description: "https URLs that hear of events; needs the scope webhooks.",
  })
  @IsOptional()
  @ArrayMaxSize(5)
  webhookUrls?: string[] | null;
  @Field(() => [String], {
    nullable: true,
    description: "Networks (CIDR) the key works from; none is everywhere.",
  })
  @IsOptional()
  @ArrayMaxSize(20)
  allowedIps?: string[] | null;
  @Field(() => [ID], { nullable: true, description: "Apps the key may act for; left out, every app." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  appIds?: string[] | null;
  @Field(() => ApiKeyRateLimitsInput, { nullable: true })
  @IsOptional()
  @ValidateNested()
  rateLimits?: ApiKeyRateLimitsInput | null;
}

@InputType({ description: "Changes of a key; what is left out stays." })
export class UpdateApiKeyInput {
  @Field(() => ID)
  id: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  @Matches(/\S/, { message: "must not be blank" })
  name?: string | null;
  @Field(() => [String], { nullable: true, description: "Some of the scopes that the key has." })
  @IsOptional()
  @ArrayMinSize(1)
  @ArrayMaxSize(keyScopes.length)
  scopes?: string[] | null;
  @Field(() => [String], { nullable: true, description: "Null or none: the key's webhooks end." })
  @IsOptional()
  @ArrayMaxSize(5)
  webhookUrls?: string[] | null;
  @Field(() => [String], { nullable: true, description: "Null or none: the key works from everywhere." })
  @IsOptional()
  @ArrayMaxSize(20)
  allowedIps?: string[] | null;
  @Field(() => ApiKeyRateLimitsInput, { nullable: true, description: "Null: the tier's." })
  @IsOptional()
  @ValidateNested()
  rateLimits?: ApiKeyRateLimitsInput | null;
}

@InputType({ description: "A key to be replaced." })
export class RotateApiKeyInput {
  @Field(() => ID)
  id: string;
  @Field(() => Int, { defaultValue: 86_400, description: "How long the old key still works." })
  @Min(0)
  @Max(604_800)
  graceSeconds: number;
}

@InputType({ description: "A key to be ended." })
export class RevokeApiKeyInput {
  @Field(() => ID)
  id: string;
}
