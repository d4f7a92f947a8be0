import { Directive, Field, ID, ObjectType } from "type-graphql";

/** The hub's account, extended with the properties that it has saved. */
@ObjectType({ description: "Account that data belongs to, extended with saved properties." })
@Directive('@key(fields: "id")')
export class Account {
  @Field(() => ID, { description: "ID of the account." })
  id: string;
}

/** The hub's user, extended with the properties that the account has saved. */
@ObjectType({ description: "User account, extended with saved properties." })
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID, { description: "Unique ID of the user." })
  id: string;
}

/** The hub's app, extended with the properties that the account has saved in it. */
@ObjectType({ description: "App, extended with the account's saved properties." })
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID, { description: "Unique ID of the app." })
  appId: string;
}
