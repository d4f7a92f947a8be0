import { IsOptional, Max, MaxLength, Min } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "A slot to reserve for a short time." })
export class HoldSlotInput {
  @Field(() => ID)
  @MaxLength(64)
  serviceId: string;
  @Field(() => ID, { nullable: true })
  @IsOptional()
  @MaxLength(64)
  providerId?: string | null;
  @Field(() => Date, { description: "The start of a free slot." })
  start: Date;
  @Field(() => Int, { defaultValue: 600 })
  @Min(10)
  @Max(900)
  ttlSeconds: number;
  @Field(() => Int, { defaultValue: 1, description: "Seats." })
  @Min(1)
  @Max(1000)
  partySize: number;
}

@InputType({ description: "One hold." })
export class HoldIdInput {
  @Field(() => ID)
  @MaxLength(64)
  holdId: string;
}

@ObjectType({ description: "A slot that is reserved until it is booked or the hold lapses." })
export class SlotHold {
  @Field(() => ID)
  holdId: string;
  @Field(() => ID)
  providerId: string;
  @Field(() => Date)
  start: Date;
  @Field(() => Date)
  end: Date;
  @Field(() => Date)
  expiresAt: Date;
}

@ObjectType({ description: "What became of a hold." })
export class ReleasedHold {
  @Field(() => Boolean, { description: "False when there was none any more." })
  released: boolean;
}
