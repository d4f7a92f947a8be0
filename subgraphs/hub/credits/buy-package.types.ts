import { IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { Field, ID, InputType, Int } from "type-graphql";
import { JSONObjectScalar } from "../../../src/graphql/scalars.ts";

@InputType({ description: "A package of credits to pay for on the processor's page." })
export class PurchaseCreditsInput {
  @Field(() => ID, { description: "The app whose credits are bought." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => ID, {
    description: "A package that the app sells; it alone says what is bought and at what price.",
  })
  @MinLength(1)
  @MaxLength(64)
  packageId: string;
  @Field(() => String, {
    nullable: true,
    description: "Where the payer returns to: https, at an origin of the app. By default a page of the app.",
  })
  @IsOptional()
  @MaxLength(2_048)
  successUrl?: string | null;
  @Field(() => String, { nullable: true, description: "The same for a payer who turns back." })
  @IsOptional()
  @MaxLength(2_048)
  cancelUrl?: string | null;
}

@InputType({ description: "A package of credits, with what its buyer believes it to be." })
export class BuyCreditsInput extends PurchaseCreditsInput {
  @Field(() => Int, {
    description: "How many credits the package holds, without its bonus; another number is refused.",
  })
  @IsInt()
  @Min(1)
  @Max(1_000_000_000)
  credits: number;
  @Field(() => ID, {
    nullable: true,
    description: "The price that the package is sold at; found by package and currency when left out.",
  })
  @IsOptional()
  @MinLength(1)
  @MaxLength(255)
  priceId?: string | null;
  @Field(() => String, {
    defaultValue: "usd",
    description:
      "ISO 4217 code, in any case. A package is sold in its own currency only; another one is refused.",
  })
  @MinLength(3)
  @MaxLength(3)
  currency: string;
  @Field(() => JSONObjectScalar, {
    nullable: true,
    description:
      "Up to 50 keys of up to 40 characters, with texts of up to 500; keys that start with hub_ are reserved.",
  })
  metadata?: Record<string, unknown> | null;
}
