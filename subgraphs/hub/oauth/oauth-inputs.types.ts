import { ArrayMaxSize, IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { ArgsType, Field, ID, InputType, Int } from "type-graphql";

@InputType({ description: "Begins to connect an account at an outside service." })
export class StartOauthConnectionInput {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => ID, { description: "The app that is to use the account." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => [String], {
    nullable: true,
    description: "What the app wants to do; the service's default without any.",
  })
  @IsOptional()
  @ArrayMaxSize(50)
  scopes?: string[] | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Where the person goes on afterwards, at one of the app's origins; the app's own page without.",
  })
  @IsOptional()
  @MaxLength(2_048)
  returnUrl?: string | null;
}

@InputType({ description: "What a provider sends back with a person." })
export class CompleteOauthConnectionInput {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => String, { description: "As it was sent along." })
  @MinLength(1)
  @MaxLength(512)
  state: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(4_096)
  code?: string | null;
  @Field(() => String, { nullable: true, description: "Why there is no code." })
  @IsOptional()
  @MaxLength(256)
  error?: string | null;
  @Field(() => String, { nullable: true, description: "Who answers (RFC 9207)." })
  @IsOptional()
  @MaxLength(2_048)
  iss?: string | null;
}

@ArgsType()
export class OauthConnectionArgs {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => ID, { nullable: true, description: "The app; without it the latest connection of any." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}

@ArgsType()
export class OauthConnectionsArgs {
  @Field(() => ID, { nullable: true, description: "Connections of this app alone." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
  @Field(() => String, { nullable: true, description: "`nextCursor` of the page before." })
  @IsOptional()
  @MinLength(1)
  @MaxLength(200)
  cursor?: string | null;
  @Field(() => Int, { defaultValue: 20 })
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number;
}

@InputType({ description: "Ends a connection." })
export class RevokeOauthConnectionInput {
  @Field(() => String, { description: "Name of the service." })
  @MinLength(1)
  @MaxLength(64)
  provider: string;
  @Field(() => ID, {
    nullable: true,
    description: "The app; may be left out where only one app has a connection of this service.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(64)
  appId?: string | null;
}
