import { ArrayMaxSize, IsInt, IsOptional, Matches, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";

@InputType({ description: "Service, app and scopes to connect." })
export class StartOauthConnectionInput {
  @Field(() => String, { description: "Name of the service, for example `google`." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => ID, { description: "ID of the app that will use the account." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => [String], {
    nullable: true,
    description: "Scopes to request, at most 50. Defaults to the service's standard scopes.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  scopes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      "URL to return to after consent, on one of the app's origins. Defaults to the app's own page.",
  })
  @IsOptional()
  @MaxLength(2_048)
  returnUrl?: string | null;
}

@InputType({ description: "Callback parameters from the service." })
export class CompleteOauthConnectionInput {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => String, { description: "State parameter from the start of the authorization." })
  @MinLength(1)
  @MaxLength(512)
  state: string;
  @Field(() => String, {
    nullable: true,
    description: "Authorization code. Required unless `error` is given.",
  })
  @IsOptional()
  @MaxLength(4_096)
  code?: string | null;
  @Field(() => String, { nullable: true, description: "Error code of the service when consent failed." })
  @IsOptional()
  @MaxLength(256)
  error?: string | null;
  @Field(() => String, { nullable: true, description: "Issuer identifier of the service (RFC 9207)." })
  @IsOptional()
  @MaxLength(2_048)
  iss?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "ID of the company that was chosen, as QuickBooks Online sends it.",
  })
  @IsOptional()
  @MaxLength(64)
  @Matches(/^[0-9]+$/)
  realmId?: string | null;
}

@ArgsType()
export class OauthConnectionArgs {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app. Without it, the most recent connection of any app.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}

@ArgsType()
export class OauthConnectionsArgs {
  @Field(() => ID, { nullable: true, description: "Only connections of this app." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the previous page." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
  @Field(() => Int, { defaultValue: 20, description: "Maximum number of connections per page, 1 to 100." })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
}

@InputType({ description: "Connection to revoke." })
export class RevokeOauthConnectionInput {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app. Optional when only one app is connected to this service.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}
