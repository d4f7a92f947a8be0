import { Field, ID, Int, ObjectType } from "type-graphql";

const statusWords =
  "`connected`; `expired` when its token has ended and cannot be renewed; `revoked` when its grant has ended at the " +
  "provider; `error` when it cannot be renewed now";
const errorWords =
  "What is wrong: `provider_unavailable`, `provider_refused` or `invalid_grant`; null while all is well.";

@ObjectType({ description: "An authorization that a person has begun." })
export class StartedOauthConnection {
  @Field(() => String)
  provider: string;
  @Field(() => String, { description: "Where the person is sent, to say yes or no." })
  authUrl: string;
  @Field(() => String, { description: "Comes back with the person; good once." })
  state: string;
  @Field(() => Date, { description: "Until when the person may come back." })
  expiresAt: Date;
}

@ObjectType({ description: "What came of an authorization." })
export class CompletedOauthConnection {
  @Field(() => String)
  provider: string;
  @Field(() => String, { description: "`connected`, `denied` or `error`." })
  status: string;
  @Field(() => ID, { nullable: true })
  connectionId: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Why there is no connection: `access_denied`, `untrusted_answer`, `invalid_grant`, `provider_refused` or `provider_unavailable`.",
  })
  errorCode: string | null;
  @Field(() => String, { description: "Where the person goes on, with the outcome in its query." })
  returnUrl: string;
}

@ObjectType({ description: "Whether an app may use an account at an outside service." })
export class OauthConnectionStatus {
  @Field(() => String)
  provider: string;
  @Field(() => Boolean)
  connected: boolean;
  @Field(() => String, { description: `${statusWords}; or \`not_connected\`.` })
  status: string;
  @Field(() => ID, { nullable: true })
  connectionId: string | null;
  @Field(() => ID, { nullable: true, description: "The app; null when none is named and none is connected." })
  appId: string | null;
  @Field(() => [String], { description: "What the person has granted." })
  scopes: string[];
  @Field(() => [String], { description: "What the person was asked for." })
  requestedScopes: string[];
  @Field(() => String, { nullable: true, description: "The account, as the person knows it." })
  accountLabel: string | null;
  @Field(() => Date, { nullable: true, description: "When the current token ends; it is renewed before." })
  expiresAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastRefreshedAt: Date | null;
  @Field(() => String, { nullable: true, description: errorWords })
  errorCode: string | null;
}

@ObjectType({ description: "An account at an outside service that an app may use." })
export class OauthConnection {
  @Field(() => ID)
  connectionId: string;
  @Field(() => String)
  provider: string;
  @Field(() => ID)
  appId: string;
  @Field(() => Boolean)
  connected: boolean;
  @Field(() => String, { description: `${statusWords}.` })
  status: string;
  @Field(() => [String], { description: "What the person has granted." })
  scopes: string[];
  @Field(() => [String], { description: "What the person was asked for." })
  requestedScopes: string[];
  @Field(() => String, { nullable: true, description: "The account, as the person knows it." })
  accountLabel: string | null;
  @Field(() => Date, { nullable: true, description: "When the current token ends; it is renewed before." })
  expiresAt: Date | null;
  @Field(() => Date, { nullable: true })
  lastRefreshedAt: Date | null;
  @Field(() => String, { nullable: true, description: errorWords })
  errorCode: string | null;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "Connections of the caller, newest first." })
export class OauthConnectionPage {
  @Field(() => [OauthConnection])
  connections: OauthConnection[];
  @Field(() => Int, { description: "Of all pages." })
  total: number;
  @Field(() => Int)
  limit: number;
  @Field(() => String, { nullable: true, description: "Where the next page starts; null on the last one." })
  nextCursor: string | null;
}

@ObjectType({ description: "A connection that has ended." })
export class RevokedOauthConnection {
  @Field(() => ID)
  connectionId: string;
  @Field(() => String)
  provider: string;
  @Field(() => ID)
  appId: string;
  @Field(() => String, { description: "`not_connected`: its tokens are erased here." })
  status: string;
  @Field(() => Boolean, { description: "Whether the provider has ended the grant, too." })
  revokedAtProvider: boolean;
}
