import { Entity, PrimaryKey, Property } from "@mikro-orm/decorators/legacy";
import { Directive, Field, ID, ObjectType } from "type-graphql";

/** A registered application of the hub. Calls name the app they act for. */
@Entity({ tableName: "apps" })
@ObjectType({ description: "A registered application of the hub." })
@Directive('@key(fields: "appId")')
export class App {
  @PrimaryKey({ type: "text" })
  @Field(() => ID, { description: "The name calls use for the app." })
  appId: string;

  @Property({ type: "text" })
  @Field(() => String)
  name: string;

  @Property({ type: "text" })
  @Field(() => String)
  tagline: string;

  @Property({ type: "text" })
  @Field(() => String)
  description: string;

  @Property({ type: "text" })
  @Field(() => String)
  category: string;

  @Property({ type: "text[]" })
  allowedOrigins: string[];

  @Property({ type: "text", nullable: true })
  defaultUrl: string | null;

  @Property({ type: "text" })
  visibility: "public" | "coming_soon" | "hidden";

  @Property({ type: "text" })
  status: "active" | "retired";
}
