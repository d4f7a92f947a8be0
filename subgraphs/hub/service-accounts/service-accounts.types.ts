import {
  ArrayMaxSize,
  ArrayMinSize,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
} from "class-validator";
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";

export enum ServiceEnvironment {
  development = "development",
  production = "production",
  enterprise = "enterprise",
}
registerEnumType(ServiceEnvironment, {
  name: "ServiceEnvironment",
  description: "Where a service account is used; decides how long its key lives unless that is said.",
});

export enum ServiceAccountStatus {
  active = "active",
  revoked = "revoked",
}
registerEnumType(ServiceAccountStatus, {
  name: "ServiceAccountStatus",
  description: "A revoked service account stays so.",
});

@ObjectType({ description: "A program that calls the platform. Its key is shown once, when it is made." })
export class ServiceAccount {
  @Field(() => ID)
  id: string;
  @Field(() => String)
  name: string;
  @Field(() => String, { nullable: true })
  description: string | null;
  @Field(() => ServiceEnvironment)
  environment: ServiceEnvironment;
  @Field(() => String, { nullable: true })
  projectId: string | null;
  @Field(() => [String])
  scopes: string[];
  @Field(() => String, { description: "Prefix, first and last four characters of the key." })
  keyPreview: string;
  @Field(() => ServiceAccountStatus)
  status: ServiceAccountStatus;
  @Field(() => ID, { description: "The administrator who made it." })
  createdBy: string;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date, { nullable: true, description: "From this moment on the key is dead; null is never." })
  expiresAt: Date | null;
  @Field(() => Date, { nullable: true, description: "To the minute." })
  lastUsedAt: Date | null;
  @Field(() => String, { nullable: true, description: "Where it was last used from, to the minute." })
  lastUsedIp: string | null;
  @Field(() => Date, { nullable: true })
  revokedAt: Date | null;
  @Field(() => ID, { nullable: true })
  revokedBy: string | null;
}

@ObjectType({ description: "Every service account, newest first." })
export class ServiceAccountList {
  @Field(() => [ServiceAccount])
  serviceAccounts: ServiceAccount[];
}

@InputType({ description: "A new service account." })
export class CreateServiceAccountInput {
  @Field(() => String)
  @MaxLength(64)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => ServiceEnvironment)
  environment: ServiceEnvironment;
  @Field(() => [String], {
    description: "`action:resource`, no wider than the administrator's; `read:*` is every read.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @Matches(/^([a-z][a-z-]{0,63}:[a-z][a-z-]{0,63}|read:\*)$/, {
    each: true,
    message: "must be of the form action:resource",
  })
  scopes: string[];
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(500)
  description?: string | null;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  projectId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Left out: 365 in production, 90 in development, never in enterprise.",
  })
  @IsOptional()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
}

@InputType({ description: "A service account to be ended." })
export class RevokeServiceAccountInput {
  @Field(() => ID)
  id: string;
}

@ObjectType({
  description: "A new service account. A retry with the same idempotency key shows its key for 10 minutes.",
})
export class CreatedServiceAccount {
  @Field(() => ServiceAccount)
  serviceAccount: ServiceAccount;
  @Field(() => String, { nullable: true, description: "The key itself; shown this once." })
  key: string | null;
}

@ObjectType({ description: "A service account that has ended." })
export class RevokedServiceAccount {
  @Field(() => ID)
  id: string;
  @Field(() => ServiceAccountStatus)
  status: ServiceAccountStatus;
  @Field(() => Date)
  revokedAt: Date;
}
