import { IsIn, IsInt, IsOptional, Max, MaxLength, Min, MinLength } from "class-validator";
import { Directive, Field, ID, InputType, Int, ObjectType } from "type-graphql";
import { CreditsScalar, JSONObjectScalar } from "../../../src/graphql/scalars.ts";
import { MinCredits } from "../../../src/graphql/validators.ts";

@InputType({ description: "Sets credits aside until they are captured or released." })
export class PlaceCreditHoldInput {
  @Field(() => String)
  @MinLength(1)
  @MaxLength(64)
  appId: string;
  @Field(() => CreditsScalar)
  @MinCredits(0.01)
  amount: number;
  @Field(() => String)
  @MinLength(1)
  @MaxLength(500)
  description: string;
  @Field(() => Int, { defaultValue: 900, description: "Seconds until the hold lapses by itself." })
  @IsInt()
  @Min(60)
  @Max(86_400)
  ttlSeconds: number;
  @Field(() => JSONObjectScalar, { nullable: true })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: "Takes held credits, all of them or a part; the rest is free again." })
export class CaptureCreditHoldInput {
  @Field(() => ID)
  holdId: string;
  @Field(() => CreditsScalar, { nullable: true, description: "All that is held when left out." })
  amount?: number | null;
}

@InputType({ description: "Gives held credits back." })
export class ReleaseCreditHoldInput {
  @Field(() => ID)
  holdId: string;
}

@ObjectType({ description: "Credits set aside. Resolved once: captured, released or expired." })
export class CreditHoldResult {
  @Field(() => ID)
  holdId: string;
  @Field(() => String)
  status: string;
  @Field(() => CreditsScalar)
  amount: number;
  @Field(() => CreditsScalar, { nullable: true })
  capturedAmount: number | null;
  @Field(() => Date)
  expiresAt: Date;
}

@InputType({ description: "Sets the price of an operation aside. For the platform alone." })
@Directive("@inaccessible")
export class HoldOperationInput {
  @Field(() => String)
  operation: string;
  @Field(() => String)
  appId: string;
  @Field(() => String)
  key: string;
  @Field(() => Int, { nullable: true, description: "How many of the operation's units; 1 when left out." })
  @IsOptional()
  @Min(1)
  @Max(10_000)
  units?: number | null;
}

@ObjectType()
@Directive("@inaccessible")
export class HeldOperation {
  @Field(() => ID, { nullable: true })
  holdId: string | null;
  @Field(() => CreditsScalar)
  amount: number;
}

@InputType({ description: "Captures or releases the hold of an operation. For the platform alone." })
@Directive("@inaccessible")
export class SettleHoldInput {
  @Field(() => ID)
  holdId: string;
  @Field(() => String)
  @IsIn(["capture", "release"])
  outcome: "capture" | "release";
  @Field(() => CreditsScalar, {
    nullable: true,
    description: "What is captured where that is less than was set aside.",
  })
  @IsOptional()
  @MinCredits(0.01)
  amount?: number | null;
}

@InputType({ description: "Takes the price of an operation that changed nothing. For the platform alone." })
@Directive("@inaccessible")
export class ChargeOperationInput {
  @Field(() => String)
  operation: string;
  @Field(() => String)
  appId: string;
}

@ObjectType()
@Directive("@inaccessible")
export class SettledHold {
  @Field(() => CreditsScalar)
  charged: number;
  @Field(() => CreditsScalar, { nullable: true, description: "Null where nothing was to be paid." })
  balance: number | null;
}
