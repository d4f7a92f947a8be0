import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "Credit package to buy on the processor's payment page." })
export class PurchaseCreditsInput {
  @Field(() => ID, { description: "ID of the app whose credits are bought." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => ID, { description: "ID of the package to buy; it alone decides credits and price." })
  @MinLength(1)
  @MaxLength(64)
  packageId: string;
  @Field(() => String, {
    nullable: true,
    description: "Return URL after payment: https, on an origin of the app. Defaults to a page of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  successUrl?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      "Return URL when the buyer cancels: https, on an origin of the app. Defaults to a page of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  cancelUrl?: string | null;
}

@InputType({ description: "Credit package to buy, with the buyer's expected credits and price." })
export class BuyCreditsInput extends PurchaseCreditsInput {
  @Field(() => Int, {
    description: "Expected credits in the package, without its bonus. Another number is rejected.",
  })
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  credits: number;
  @Field(() => ID, {
    nullable: true,
    description: "Expected price ID of the package; found by package and currency when omitted.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(255)
  priceId?: string | null;
  @Field(() => String, {
    defaultValue: "usd",
    description:
      "Currency as an ISO 4217 code, in upper or lower case. A package is sold in its own currency only.",
  })
  @MinLength(3)
  @MaxLength(3)
  currency: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Custom data, up to 50 keys. Keys have up to 40 characters and must not start with hub_; values are strings of up to 500 characters.",
  })
  metadata?: Record<string, unknown> | null;
}
