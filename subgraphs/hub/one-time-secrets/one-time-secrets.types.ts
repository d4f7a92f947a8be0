import { MaxLength } from "class-validator";
import { Directive, Field, ID, InputType, ObjectType } from "type-graphql";

@InputType({ description: "Secret of a tool's result to keep for its person." })
@Directive("@inaccessible")
export class KeepOneTimeSecretInput {
  @Field(() => ID, { description: "ID of the account that the secret belongs to." })
  ownerId: string;
  @Field(() => ID, { nullable: true, description: "ID of the person who may see it; null for any member." })
  personId: string | null;
  @Field(() => String, { description: "Scope that the call required." })
  scope: string;
  @Field(() => String, { description: "Kind of secret, such as `API key`." })
  label: string;
  @Field(() => String, { description: "Text of the secret, stored sealed." })
  secret: string;
}

@ObjectType({ description: "Secret that is kept until it is shown." })
@Directive("@inaccessible")
export class KeptOneTimeSecret {
  @Field(() => ID, { description: "ID of the secret." })
  id: string;
  @Field(() => Date, { description: "Time after which it cannot be shown, ISO 8601 in UTC." })
  expiresAt: Date;
}

@InputType({ description: "Secret to show." })
export class RevealOneTimeSecretInput {
  @Field(() => ID, { description: "ID of the secret: the last part of its page's URL." })
  @MaxLength(64)
  secretId: string;
}

@ObjectType({ description: "Secret that a tool created. It is shown once." })
export class OneTimeSecret {
  @Field(() => ID, { description: "ID of the secret." })
  id: string;
  @Field(() => String, { description: "Kind of secret, such as `API key`." })
  label: string;
  @Field(() => String, {
    nullable: true,
    description: "The secret, shown once. Null in a replay more than 10 minutes later.",
  })
  secret: string | null;
  @Field(() => Date, { description: "Time the secret was created, ISO 8601 in UTC." })
  createdAt: Date;
}
