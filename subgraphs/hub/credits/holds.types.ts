import { IsIn, IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../src/graphql/validators.ts";

@InputType({ description: "Amount of credits to reserve until captured or released." })
export class PlaceCreditHoldInput {
  @Field(() => String, { description: "ID of the app whose credits are reserved." })
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => CreditsScalar, { description: "Credits to reserve, at least 0.01, at most 2 decimals." })
  @MinCredits(0.01)
  amount: number;
  @Field(() => String, { description: "Purpose of the hold, shown in the credit history." })
  @MinLength(1)
  @MaxLength(500)
  description: string;
  @Field(() => Int, {
    defaultValue: 900,
    description: "Seconds until the hold expires and its credits become available again.",
  })
  @IsInt()
  @Min(60)
  @Max(86_400)
  ttlSeconds: number;
  @Field(() => JSONObjectScalar, { nullable: true, description: "Custom JSON object stored with the hold." })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: "Hold to capture, in full or in part. The rest is released." })
export class CaptureCreditHoldInput {
  @Field(() => ID, { description: "ID of the pending hold to capture." })
  holdId: string;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits to capture; omit to capture the full hold.",
  })
  amount?: number | null;
}

@InputType({ description: "Hold to release without charging it." })
export class ReleaseCreditHoldInput {
  @Field(() => ID, { description: "ID of the pending hold to release." })
  holdId: string;
}

@ObjectType({ description: "Credit hold. It is resolved once: captured, released or expired." })
export class CreditHoldResult {
  @Field(() => ID, { description: "ID of the hold; pass it to capture or release." })
  holdId: string;
  @Field(() => String, { description: "Status of the hold: `pending`, `captured`, `released` or `expired`." })
  status: string;
  @Field(() => CreditsScalar, { description: "Credits reserved by the hold." })
  amount: number;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits charged at capture; null unless the hold was captured.",
  })
  capturedAmount: number | null;
  @Field(() => Date, { description: "Time at which a pending hold expires, ISO 8601 in UTC." })
  expiresAt: Date;
}

@InputType({ description: "Operation whose price is reserved. Internal to the platform." })
@Directive("@inaccessible")
export class HoldOperationInput {
  @Field(() => String, { description: "Name of the operation to reserve credits for." })
  operation: string;
  @Field(() => String, { description: "ID of the app whose credits are reserved." })
  appId: string;
  @Field(() => String, { description: "Deduplication key: the same request is reserved once." })
  key: string;
  @Field(() => Int, { nullable: true, description: "Number of units of the operation, 1 when omitted." })
  @IsOptional()
  @Min(1)
  @Max(10_000)
  units?: number | null;
}

@ObjectType({ description: "Credits reserved for an operation. Internal to the platform." })
@Directive("@inaccessible")
export class HeldOperation {
  @Field(() => ID, { nullable: true, description: "ID of the hold; null when the operation is free." })
  holdId: string | null;
  @Field(() => CreditsScalar, { description: "Credits reserved for the operation." })
  amount: number;
}

@InputType({ description: "Hold of an operation to capture or release. Internal to the platform." })
@Directive("@inaccessible")
export class SettleHoldInput {
  @Field(() => ID, { description: "ID of the operation's hold." })
  holdId: string;
  @Field(() => String, { description: "Settlement of the hold: `capture` charges it, `release` frees it." })
  @IsIn(["capture", "release"])
  outcome: "capture" | "release";
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits to capture when less than the reserved amount.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
}

@InputType({ description: "Read-only operation to charge at its price. Internal to the platform." })
@Directive("@inaccessible")
export class ChargeOperationInput {
  @Field(() => String, { description: "Name of the operation to charge." })
  operation: string;
  @Field(() => String, { description: "ID of the app whose credits are charged." })
  appId: string;
}

@ObjectType({ description: "Result of charging an operation. Internal to the platform." })
@Directive("@inaccessible")
export class SettledHold {
  @Field(() => CreditsScalar, { description: "Credits charged for the operation." })
  charged: number;
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "Credits left after the charge; null when the operation was free.",
  })
  balance: number | null;
}
