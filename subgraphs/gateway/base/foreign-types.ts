import { Directive, Field, ID, ObjectType } from "type-graphql";

/** User, owned by the hub; features add fields to it. */
@ObjectType()
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID)
  id: string;
}

/** App, owned by the hub; features add fields about the principal's own account. */
@ObjectType()
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID)
  appId: string;
}
