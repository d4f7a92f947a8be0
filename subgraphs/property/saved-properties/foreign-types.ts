import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The hub's user; here it holds what the account has saved. */
@ObjectType()
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID)
  id: string;
}

/** The hub's app; here it holds what the caller's account has saved in it. */
@ObjectType()
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID)
  appId: string;
}
