import { IsOptional, Matches, MaxLength } from "class-validator";
import { Field, InputType } from "type-graphql";
import { categoryPattern, notACategory } from "../tax/calculation.types.ts";
import { SuspensionEnum } from "./filing-enums.types.ts";
import { FilingInput } from "./filing-input.types.ts";

@InputType({ description: "Return to discard." })
export class DiscardDraftInput extends FilingInput {}

@InputType({ description: "Vehicle of a return, and the changes. Omitted fields stay as they are." })
export class UpdateFilingVehicleInput extends FilingInput {
  @Field(() => String, { description: "VIN of the vehicle on the return." })
  @MaxLength(40)
  vin: string;
  @Field(() => String, { nullable: true, description: "New weight category A to V." })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Boolean, { nullable: true, description: "True for a logging vehicle." })
  logging?: boolean | null;
  @Field(() => SuspensionEnum, {
    nullable: true,
    description: "Reason to suspend the tax. Null makes the vehicle taxable.",
  })
  suspended?: "low_mileage" | "agricultural" | null;
}
