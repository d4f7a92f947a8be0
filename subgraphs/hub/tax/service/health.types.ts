import { Field, Int, ObjectType } from "type-graphql";

@ObjectType({ description: "Availability of tax filing." })
export class TaxFilingHealth {
  @Field(() => String, {
    description: "Status: `ok`, `degraded` when the credentials are rejected, or `down`.",
  })
  status: "ok" | "degraded" | "down";
  @Field(() => Boolean, { description: "Whether a filing provider is configured." })
  configured: boolean;
  @Field(() => String, { description: "Environment of the provider: `sandbox` or `production`." })
  environment: "sandbox" | "production";
  @Field(() => Boolean, {
    nullable: true,
    description: "Whether the provider accepts the credentials; null when it could not be checked.",
  })
  credentialsValid: boolean | null;
  @Field(() => Int, {
    nullable: true,
    description: "Response time of the provider in milliseconds; null when it could not be reached.",
  })
  latencyMs: number | null;
  @Field(() => Date, { description: "Time of the check. The result is reused for 60 seconds." })
  checkedAt: Date;
}
