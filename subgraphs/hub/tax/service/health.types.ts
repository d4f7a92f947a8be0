import { Field, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Whether tax forms can be filed right now." })
export class TaxFilingHealth {
  @Field(() => String, { description: "`ok`, `degraded` with credentials that are refused, or `down`." })
  status: "ok" | "degraded" | "down";
  @Field(() => Boolean)
  configured: boolean;
  @Field(() => String, { description: "`sandbox` or `production`." })
  environment: "sandbox" | "production";
  @Field(() => Boolean, { nullable: true, description: "Null when the provider does not say." })
  credentialsValid: boolean | null;
  @Field(() => Int, { nullable: true, description: "How long the provider took." })
  latencyMs: number | null;
  @Field(() => Date, { description: "The provider is asked once in 60 seconds at most." })
  checkedAt: Date;
}
