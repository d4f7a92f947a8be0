import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import { Directive, Field, ID, ObjectType } from "type-graphql";

/** A person, as the identity provider describes them. The row appears at first sight. */
@Entity({ tableName: "users" })
@ObjectType({ description: "A signed-in person. Other subgraphs add what they hold for them." })
@Directive('@key(fields: "id")')
export class User {
  @PrimaryKey({ type: "text" })
  @Field(() => ID)
  id: string;

  @Property({ type: "text", nullable: true })
  @Field(() => String, { nullable: true })
  email: string | null;

  @Property({ type: "boolean" })
  @Field(() => Boolean)
  emailVerified: boolean;

  @Property({ type: "text", nullable: true })
  @Field(() => String, { nullable: true })
  name: string | null;

  @Property({ type: "text", nullable: true })
  @Field(() => String, { nullable: true })
  picture: string | null;

  @Property({ type: "text", nullable: true })
  @Field(() => String, { nullable: true, description: "Language tag of their choice (BCP 47)." })
  locale: string | null;

  @Property({ type: "text", nullable: true })
  @Field(() => String, { nullable: true, description: "Time zone of their choice (IANA)." })
  timezone: string | null;

  @Property({ type: "timestamptz" })
  @Field(() => Date, { description: "First sight of this person." })
  createdAt: Date;

  @Property({ type: "timestamptz" })
  @Field(() => Date)
  lastSeenAt: Date;

  @Property({ type: "timestamptz", nullable: true })
  suspendedAt: Date | null;

  @Property({ type: "timestamptz", nullable: true })
  deletedAt: Date | null;
}
