import { MaxLength } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";
import type { IssuerOutcome } from "./issuer-sessions.port.ts";

@ObjectType({ description: "Sign-in of the user on a device, as its requests show it." })
export class Session {
  @Field(() => ID, { description: "ID of the session." })
  id: string;
  @Field(() => String, {
    description: "Browser or program, and system, such as `Firefox on Windows`; from the user agent.",
  })
  device: string;
  @Field(() => String, {
    nullable: true,
    description:
      "Network of the last request, without the host. It is a /24 of IPv4 or a /48 of IPv6; null when unknown.",
  })
  network: string | null;
  @Field(() => Date, { description: "Time of the first request, ISO 8601 in UTC." })
  firstSeenAt: Date;
  @Field(() => Date, { description: "Time of a recent request, ISO 8601 in UTC; updated once a minute." })
  lastSeenAt: Date;
  @Field(() => Date, {
    description: "Time at which the session's newest known token expires, ISO 8601 in UTC.",
  })
  expiresAt: Date;
  @Field(() => Boolean, { description: "True for the session that sends this request." })
  current: boolean;
  @Field(() => Boolean, {
    description:
      "True when the session can be revoked. False where the identity provider's tokens do not name their session.",
  })
  revocable: boolean;
}

@ObjectType({ description: "Sessions of the signed-in user." })
export class SessionList {
  @Field(() => [Session], { description: "Up to 200 sessions, the most recently seen first." })
  sessions: Session[];
  @Field(() => Int, { description: "Number of sessions in this list." })
  total: number;
}

@InputType({ description: "Session to revoke." })
export class RevokeSessionInput {
  @Field(() => ID, { description: "ID of the session." })
  @MaxLength(64)
  sessionId: string;
}

@ObjectType({ description: "Session that was revoked." })
export class RevokedSession {
  @Field(() => ID, { description: "ID of the session." })
  sessionId: string;
  @Field(() => Boolean, { description: "True: the platform accepts no token of the session." })
  revoked: boolean;
  @Field(() => String, {
    description:
      "Result at the identity provider: `ended`, `failed`, or `not_supported` where the provider cannot end a session.",
  })
  identityProvider: IssuerOutcome;
}
