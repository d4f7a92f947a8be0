import { Directive, Field, ID, InputType, ObjectType } from "type-graphql";

@InputType({ description: "The verified claims of an identity token." })
@Directive("@inaccessible")
export class TokenClaimsInput {
  @Field(() => String)
  sub: string;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => Boolean)
  emailVerified: boolean;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => String, { nullable: true })
  picture: string | null;
  @Field(() => [String])
  roles: string[];
  @Field(() => [String], { nullable: true })
  apps: string[] | null;
  @Field(() => [String], { nullable: true })
  scope: string[] | null;
}

@InputType({ description: "A verified token's claims, or a key whose form is right." })
@Directive("@inaccessible")
export class CallerInput {
  @Field(() => TokenClaimsInput, { nullable: true })
  claims?: TokenClaimsInput;
  @Field(() => String, { nullable: true })
  key?: string;
  @Field(() => String, { nullable: true })
  onBehalfOf?: string;
  @Field(() => String, { nullable: true })
  appId?: string;
}

@ObjectType({ description: "Who a credential stands for." })
@Directive("@inaccessible")
export class Caller {
  @Field(() => String)
  kind: "user" | "apiKey" | "serviceAccount";
  @Field(() => ID)
  id: string;
  @Field(() => ID, { nullable: true })
  ownerId: string | null;
  @Field(() => String, { nullable: true })
  email: string | null;
  @Field(() => String, { nullable: true })
  name: string | null;
  @Field(() => Boolean)
  isAdmin: boolean;
  @Field(() => String)
  plan: string;
  @Field(() => String)
  invoicerTier: string;
  @Field(() => [String])
  scopes: string[];
  @Field(() => Boolean)
  allScopes: boolean;
  @Field(() => [String])
  appIds: string[];
  @Field(() => Boolean)
  allApps: boolean;
  @Field(() => Boolean)
  livemode: boolean;
}
