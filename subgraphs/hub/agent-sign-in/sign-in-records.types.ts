import { Directive, Field, ID, InputType, ObjectType } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

/** A record is found by its ID, or by its second name. */
@InputType({
  description: "Record of the authorization server to find. Exactly one of `id` and `uid` is set.",
})
@Directive("@inaccessible")
export class SignInRecordKey {
  @Field(() => String, { description: "Kind of the record, such as `AuthorizationCode`." })
  kind: string;
  @Field(() => String, { nullable: true, description: "ID of the record." })
  id?: string | null;
  @Field(() => String, { nullable: true, description: "Second name of a session." })
  uid?: string | null;
}

@InputType({ description: "Record of the authorization server to store." })
@Directive("@inaccessible")
export class SaveSignInRecordInput {
  @Field(() => String, { description: "Kind of the record, such as `AuthorizationCode`." })
  kind: string;
  @Field(() => String, { description: "ID of the record. Only its hash is stored." })
  id: string;
  @Field(() => ID, { nullable: true, description: "ID of the person; null before they are known." })
  ownerId?: string | null;
  @Field(() => String, { nullable: true, description: "ID of the sign-in that a code or token belongs to." })
  grantId?: string | null;
  @Field(() => String, { nullable: true, description: "Second name of a session." })
  uid?: string | null;
  @Field(() => JSONObjectScalar, { description: "Contents of the record." })
  payload: Record<string, unknown>;
  @Field(() => Date, { description: "When the record expires." })
  expiresAt: Date;
}

@ObjectType({ description: "Record of the authorization server." })
@Directive("@inaccessible")
export class SignInRecord {
  @Field(() => JSONObjectScalar, { description: "Contents of the record." })
  payload: Record<string, unknown>;
  @Field(() => Date, { nullable: true, description: "When a code or token was used; null before." })
  consumedAt: Date | null;
}
