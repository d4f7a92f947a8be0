import { MaxLength } from "class-validator";
import { ArgsType, Field, Int, ObjectType } from "type-graphql";

@ArgsType()
export class VinArgs {
  @Field(() => String, { description: "Vehicle identification number (VIN). It may contain typos." })
  @MaxLength(40)
  vin: string;
}

@ObjectType({ description: "A suggested correction of a VIN." })
export class VinSuggestion {
  @Field(() => String, { description: "Suggested VIN, with likely typos fixed." })
  vin: string;
  @Field(() => Boolean, { description: "True when the check digit of the suggested VIN is correct." })
  checkDigitOk: boolean;
}

@ObjectType({ description: "Result of checking a VIN by 49 CFR 565." })
export class VinCheck {
  @Field(() => Boolean, { description: "True when format and check digit are correct." })
  valid: boolean;
  @Field(() => String, { description: "VIN in upper case, without spaces and hyphens." })
  vin: string;
  @Field(() => Boolean, { description: "True for 17 characters without I, O and Q." })
  formatOk: boolean;
  @Field(() => Boolean, { description: "True when the check digit (position 9) is correct." })
  checkDigitOk: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Correct check digit for position 9. Null when the format is wrong.",
  })
  expectedCheckDigit: string | null;
  @Field(() => String, {
    description: "Result of the check: `valid`, `check_digit_mismatch` or `bad_format`.",
  })
  status: string;
  @Field(() => [VinSuggestion], { description: "Corrections that read I as 1, and O and Q as 0." })
  suggestions: VinSuggestion[];
}

@ObjectType({ description: "Manufacturer, model year and plant decoded from a VIN." })
export class DecodedVin {
  @Field(() => String, { description: "World manufacturer identifier: the first three characters." })
  wmi: string;
  @Field(() => String, { nullable: true, description: "Name of the manufacturer. Null when unknown." })
  manufacturer: string | null;
  @Field(() => Int, {
    nullable: true,
    description:
      "Model year of the vehicle. Year codes repeat every 30 years, so this is the latest match. Null when unknown.",
  })
  modelYear: number | null;
  @Field(() => String, { description: "Code of the assembly plant (position 11)." })
  plantCode: string;
  @Field(() => String, { nullable: true, description: "Region of the manufacturer. Null when unknown." })
  region: string | null;
}
