import { Max, MaxLength, Min } from "class-validator";
import { Field, Float, ID, InputType } from "type-graphql";

/** The most of a quantity or price, in whole ones, that six decimals leave room for. */
export const most = 100_000_000;

@InputType({ description: "Lot that a sale takes units from." })
export class SoldLotInput {
  @Field(() => ID, { description: "ID of the purchase that made the lot (`lotId` of a tax lot)." })
  @MaxLength(64)
  lotId: string;
  @Field(() => Float, { description: "Number of units sold from the lot, at most 6 decimals." })
  @Min(0.000001)
  @Max(most)
  quantity: number;
}
