import { IsOptional, MaxLength, ValidateNested } from "class-validator";
import { Field, ID, InputType, Int, ObjectType } from "type-graphql";

@InputType({ description: "Names of the columns that have other names than the fields." })
export class VehicleColumnsInput {
  @Field(() => String, { nullable: true, description: "Column with the VIN. Default: vin." })
  @IsOptional()
  @MaxLength(100)
  vin?: string | null;
  @Field(() => String, { nullable: true, description: "Column with the category. Default: category." })
  @IsOptional()
  @MaxLength(100)
  category?: string | null;
  @Field(() => String, { nullable: true, description: "Column with the weight in pounds. Default: weight." })
  @IsOptional()
  @MaxLength(100)
  weight?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column that marks logging vehicles. Default: logging.",
  })
  @IsOptional()
  @MaxLength(100)
  logging?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "Column that marks agricultural vehicles. Default: agricultural.",
  })
  @IsOptional()
  @MaxLength(100)
  agricultural?: string | null;
  @Field(() => String, { nullable: true, description: "Column with the unit number. Default: unitNumber." })
  @IsOptional()
  @MaxLength(100)
  unitNumber?: string | null;
}

@InputType({ description: "Vehicles to import from CSV." })
export class ImportVehiclesInput {
  @Field(() => ID, { description: "ID of the filer that owns the vehicles." })
  @MaxLength(64)
  filerId: string;
  @Field(() => String, {
    description:
      "CSV text with a header row, at most 2,000 rows. Columns: vin, category or weight, logging, agricultural, unitNumber.",
  })
  @MaxLength(500_000)
  csv: string;
  @Field(() => VehicleColumnsInput, {
    nullable: true,
    description: "Names of columns, where they differ. Case, spaces and hyphens do not matter.",
  })
  @IsOptional()
  @ValidateNested()
  mapping?: VehicleColumnsInput | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True to add the valid rows. Otherwise one invalid row rejects all. Default false.",
  })
  partial?: boolean | null;
}

@ObjectType({ description: "An error in an imported row." })
export class VehicleRowFault {
  @Field(() => Int, { description: "Number of the row. 1 is the first row below the header." })
  row: number;
  @Field(() => String, { description: "Column with the error." })
  path: string;
  @Field(() => String, { description: "Description of the error." })
  message: string;
}

@ObjectType({ description: "Result of a vehicle import." })
export class VehicleImport {
  @Field(() => Int, { description: "Number of vehicles added." })
  added: number;
  @Field(() => Int, { description: "Number of rows with errors." })
  rejected: number;
  @Field(() => [VehicleRowFault], { description: "Errors found in the rows, by row." })
  errors: VehicleRowFault[];
}
