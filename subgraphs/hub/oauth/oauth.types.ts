import { Field, ID, Int, ObjectType } from "type-graphql";

const statusWords =
  "Status of the connection. One of `connected`; `expired` when the token expired and cannot be refreshed; `revoked` when the service ended the " +
  "grant; `error` when refreshing fails for now";
const expiryWords =
  "Time when the access token expires; null when it does not. The platform refreshes it before that.";
const errorWords =
  "Reason for a problem: `provider_unavailable`, `provider_refused` or `invalid_grant`; null without one.";

@ObjectType({ description: "Authorization that was started." })
export class StartedOauthConnection {
  @Field(() => String, { description: "Name of the service, for example `google`." })
  provider: string;
  @Field(() => String, { description: "URL of the service's consent page. Redirect the person there." })
  authUrl: string;
  @Field(() => String, { description: "State parameter that returns with the person. Valid once." })
  state: string;
  @Field(() => Date, { description: "Time when the authorization expires, 10 minutes after it started." })
  expiresAt: Date;
}

@ObjectType({ description: "Result of an authorization." })
export class CompletedOauthConnection {
  @Field(() => String, { description: "Name of the service." })
  provider: string;
  @Field(() => String, { description: "Result: `connected`, `denied` or `error`." })
  status: string;
  @Field(() => ID, { nullable: true, description: "ID of the connection; null unless `connected`." })
  connectionId: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Reason for the failure: `access_denied`, `untrusted_answer`, `invalid_grant`, `provider_refused` or `provider_unavailable`; null when connected.",
  })
  errorCode: string | null;
  @Field(() => String, { description: "URL to redirect the person to, with the result in its query." })
  returnUrl: string;
}

@ObjectType({ description: "Status of an app's access to an account at an external service." })
export class OauthConnectionStatus {
  @Field(() => String, { description: "Name of the service." })
  provider: string;
  @Field(() => Boolean, { description: "Whether the app can use the account now." })
  connected: boolean;
  @Field(() => String, { description: `${statusWords}; or \`not_connected\`.` })
  status: string;
  @Field(() => ID, { nullable: true, description: "ID of the connection; null when not connected." })
  connectionId: string | null;
  @Field(() => ID, {
    nullable: true,
    description: "ID of the app; null when none was given and none is connected.",
  })
  appId: string | null;
  @Field(() => [String], { description: "Scopes the person granted." })
  scopes: string[];
  @Field(() => [String], { description: "Scopes the app requested." })
  requestedScopes: string[];
  @Field(() => String, {
    nullable: true,
    description: "Name of the account at the service, for example its e-mail address; null when unknown.",
  })
  accountLabel: string | null;
  @Field(() => Date, { nullable: true, description: expiryWords })
  expiresAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the access token was last refreshed; null before the first refresh.",
  })
  lastRefreshedAt: Date | null;
  @Field(() => String, { nullable: true, description: errorWords })
  errorCode: string | null;
}

@ObjectType({ description: "Account at an external service that an app may use." })
export class OauthConnection {
  @Field(() => ID, { description: "Unique ID of the connection." })
  connectionId: string;
  @Field(() => String, { description: "Name of the service, for example `google`." })
  provider: string;
  @Field(() => ID, { description: "ID of the app that may use the account." })
  appId: string;
  @Field(() => Boolean, { description: "Whether the app can use the account now." })
  connected: boolean;
  @Field(() => String, { description: `${statusWords}.` })
  status: string;
  @Field(() => [String], { description: "Scopes the person granted." })
  scopes: string[];
  @Field(() => [String], { description: "Scopes the app requested." })
  requestedScopes: string[];
  @Field(() => String, {
    nullable: true,
    description: "Name of the account at the service, for example its e-mail address; null when unknown.",
  })
  accountLabel: string | null;
  @Field(() => Date, { nullable: true, description: expiryWords })
  expiresAt: Date | null;
  @Field(() => Date, {
    nullable: true,
    description: "Time when the access token was last refreshed; null before the first refresh.",
  })
  lastRefreshedAt: Date | null;
  @Field(() => String, { nullable: true, description: errorWords })
  errorCode: string | null;
  @Field(() => Date, { description: "Time when the account was connected." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the connection." })
  updatedAt: Date;
}

@ObjectType({ description: "One page of connections to external services, newest first." })
export class OauthConnectionPage {
  @Field(() => [OauthConnection], { description: "Connections on this page, newest first." })
  connections: OauthConnection[];
  @Field(() => Int, { description: "Number of connections on all pages." })
  total: number;
  @Field(() => Int, { description: "Page size that was used." })
  limit: number;
  @Field(() => String, {
    nullable: true,
    description: "Cursor of the next page, to pass as `cursor`; null on the last page.",
  })
  nextCursor: string | null;
}

@ObjectType({ description: "Connection that was revoked." })
export class RevokedOauthConnection {
  @Field(() => ID, { description: "ID of the revoked connection." })
  connectionId: string;
  @Field(() => String, { description: "Name of the service." })
  provider: string;
  @Field(() => ID, { description: "ID of the app that lost access." })
  appId: string;
  @Field(() => String, {
    description: "Status of the connection, always `not_connected`. Its tokens were erased.",
  })
  status: string;
  @Field(() => Boolean, { description: "Whether the service revoked the grant too." })
  revokedAtProvider: boolean;
}
