import { Directive, Field, ID, ObjectType } from "type-graphql";

/** A person, as the identity provider describes them. The row appears at first sight. */
@ObjectType({ description: "Signed-in user. Other subgraphs add the data they hold for the user." })
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID, { description: "ID of the user at the identity provider." })
  id: string;

  @Field(() => String, {
    nullable: true,
    description: "E-mail address from the identity provider; null when it shares none.",
  })
  email: string | null;

  @Field(() => Boolean, { description: "True when the identity provider has verified the e-mail address." })
  emailVerified: boolean;

  @Field(() => String, { nullable: true, description: "Display name of the user; null when unknown." })
  name: string | null;

  @Field(() => String, {
    nullable: true,
    description: "URL of the profile picture; null when there is none.",
  })
  picture: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Preferred language as a BCP 47 tag, such as `en`; null when not set.",
  })
  locale: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Preferred IANA time zone, such as `Europe/Berlin`; null when not set.",
  })
  timezone: string | null;

  @Field(() => Date, { description: "Time of the user's first request, ISO 8601 in UTC." })
  createdAt: Date;

  @Field(() => Date, { description: "Time the user was last active, ISO 8601 in UTC." })
  lastSeenAt: Date;
}
