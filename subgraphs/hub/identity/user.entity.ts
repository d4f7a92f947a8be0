import { Directive, Field, ID, ObjectType } from "type-graphql";

/** A person, as the identity provider describes them. The row appears at first sight. */
@ObjectType({ description: "A signed-in person. Other subgraphs add what they hold for them." })
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID)
  id: string;

  @Field(() => String, { nullable: true })
  email: string | null;

  @Field(() => Boolean)
  emailVerified: boolean;

  @Field(() => String, { nullable: true })
  name: string | null;

  @Field(() => String, { nullable: true })
  picture: string | null;

  @Field(() => String, { nullable: true, description: "Language tag of their choice (BCP 47)." })
  locale: string | null;

  @Field(() => String, { nullable: true, description: "Time zone of their choice (IANA)." })
  timezone: string | null;

  @Field(() => Date, { description: "First sight of this person." })
  createdAt: Date;

  @Field(() => Date)
  lastSeenAt: Date;
}
