import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The hub's user; features add fields to it. */
@ObjectType()
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID)
  id: string;
}

/** The hub's app; features add fields to it, each about the caller's own account. */
@ObjectType()
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID)
  appId: string;
}
