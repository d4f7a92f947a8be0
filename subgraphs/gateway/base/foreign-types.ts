import { Directive, Field, ID, ObjectType } from "type-graphql";

/** Account, owned by the hub; features add fields to it. */
@ObjectType({ description: "Account that data belongs to, extended with its invoices." })
@Directive('@key(fields: "id")')
export class Account {
  @Field(() => ID, { description: "ID of the account." })
  id: string;
}

/** User, owned by the hub; features add fields to it. */
@ObjectType({ description: "User account, extended with invoices of the account." })
@Directive('@key(fields: "id")')
export class User {
  @Field(() => ID, { description: "Unique ID of the user." })
  id: string;
}

/** App, owned by the hub; features add fields about the principal's own account. */
@ObjectType({ description: "App, extended with the account's invoices." })
@Directive('@key(fields: "appId")')
export class App {
  @Field(() => ID, { description: "Unique ID of the app." })
  appId: string;
}
