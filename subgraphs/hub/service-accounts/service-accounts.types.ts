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
  description: "Environment of a service account. Sets the default lifetime of its key.",
  valuesConfig: {
    development: { description: "For development; the key expires after 90 days by default." },
    production: { description: "For production; the key expires after 365 days by default." },
    enterprise: { description: "For enterprise systems; the key does not expire by default." },
  },
});

export enum ServiceAccountStatus {
  active = "active",
  revoked = "revoked",
}
registerEnumType(ServiceAccountStatus, {
  name: "ServiceAccountStatus",
  description: "Status of a service account. Revoking is final.",
  valuesConfig: {
    active: { description: "Service account works unless its key has expired." },
    revoked: { description: "Service account was revoked for good and is rejected." },
  },
});

@ObjectType({ description: "Service account for a program. Its key is shown once, at creation." })
export class ServiceAccount {
  @Field(() => ID, { description: "ID of the service account." })
  id: string;
  @Field(() => String, { description: "Label that distinguishes this service account from others." })
  name: string;
  @Field(() => String, { nullable: true, description: "Note about its purpose; null when there is none." })
  description: string | null;
  @Field(() => ServiceEnvironment, { description: "Environment of the service account." })
  environment: ServiceEnvironment;
  @Field(() => String, {
    nullable: true,
    description: "Your own project ID for this service account; null when not set.",
  })
  projectId: string | null;
  @Field(() => [String], { description: "Scopes granted, as `action:resource`, or `read:*` for every read." })
  scopes: string[];
  @Field(() => String, { description: "Masked key: prefix, first and last four characters." })
  keyPreview: string;
  @Field(() => ServiceAccountStatus, { description: "Whether the service account is active or revoked." })
  status: ServiceAccountStatus;
  @Field(() => ID, { description: "ID of the administrator who created it." })
  createdBy: string;
  @Field(() => Date, { description: "Time the service account was created, ISO 8601 in UTC." })
  createdAt: Date;
  @Field(() => Date, {
    nullable: true,
    description: "Expiry time, from which the key is rejected; null for never.",
  })
  expiresAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time of the last request, to the minute; null before the first.",
  })
  lastUsedAt: Date | null;
  @Field(() => String, {
    nullable: true,
    description: "IP address of the last request, to the minute; null before the first.",
  })
  lastUsedIp: string | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time the service account was revoked; null while it is active.",
  })
  revokedAt: Date | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the administrator who revoked it; null while it is active.",
  })
  revokedBy: string | null;
}

@ObjectType({ description: "All service accounts of the platform, newest first." })
export class ServiceAccountList {
  @Field(() => [ServiceAccount], { description: "Service accounts, newest first." })
  serviceAccounts: ServiceAccount[];
}

@InputType({ description: "Settings of a new service account." })
export class CreateServiceAccountInput {
  @Field(() => String, { description: "Label that distinguishes this service account from others." })
  @MaxLength(64)
  @Matches(/\S/, { message: "must not be blank" })
  name: string;
  @Field(() => ServiceEnvironment, {
    description: "Environment of the service account. Sets the default lifetime of its key.",
  })
  environment: ServiceEnvironment;
  @Field(() => [String], {
    description:
      "Scopes as `action:resource`, or `read:*` for every read. You can grant only scopes you hold.",
  })
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @Matches(/^([a-z][a-z-]{0,63}:[a-z][a-z-]{0,63}|read:\*)$/, {
    each: true,
    message: "must be a scope as action:resource",
  })
  scopes: string[];
  @Field(() => String, { nullable: true, description: "Note about the service account's purpose." })
  @IsOptional()
  @MaxLength(500)
  description?: string | null;
  @Field(() => String, { nullable: true, description: "Your own project ID for this service account." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(128)
  projectId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Days until the key expires. Defaults to 365 in production, 90 in development, never in enterprise.",
  })
  @IsOptional()
  @Min(1)
  @Max(365)
  expiresInDays?: number | null;
}

@InputType({ description: "Service account to revoke." })
export class RevokeServiceAccountInput {
  @Field(() => ID, { description: "ID of the service account to revoke." })
  id: string;
}

@ObjectType({
  description:
    "New service account with its key. A retry with the same idempotency key returns the key for 10 minutes.",
})
export class CreatedServiceAccount {
  @Field(() => ServiceAccount, { description: "Service account that was created." })
  serviceAccount: ServiceAccount;
  @Field(() => String, { nullable: true, description: "Secret key, shown once. Null in a later retry." })
  key: string | null;
}

@ObjectType({ description: "Service account that was revoked." })
export class RevokedServiceAccount {
  @Field(() => ID, { description: "ID of the revoked service account." })
  id: string;
  @Field(() => ServiceAccountStatus, { description: "Status of the service account, always `revoked`." })
  status: ServiceAccountStatus;
  @Field(() => Date, { description: "Time the service account was revoked, ISO 8601 in UTC." })
  revokedAt: Date;
}
