import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { categoryPattern, notACategory } from "../tax/calculation.types.ts";

export const VehicleStatus = { active: "active", disposed: "disposed" } as const;
export type VehicleStatus = keyof typeof VehicleStatus;
registerEnumType(VehicleStatus, { name: "VehicleStatus", description: "Whether the filer still has it." });

export const DisposalKind = { sold: "sold", destroyed: "destroyed", stolen: "stolen" } as const;
export type DisposalKind = keyof typeof DisposalKind;
registerEnumType(DisposalKind, {
  name: "DisposalKind",
  description: "How the filer came to lose a vehicle.",
});

@InputType({ description: "A vehicle of a filer." })
export class AddVehicleInput {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
  @Field(() => String)
  @MaxLength(40)
  vin: string;
  @Field(() => String, { nullable: true, description: "A to V; or `taxableGrossWeight`." })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Int, { nullable: true, description: "In pounds." })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  taxableGrossWeight?: number | null;
  @Field(() => Boolean, { nullable: true })
  logging?: boolean | null;
  @Field(() => Boolean, { nullable: true })
  agricultural?: boolean | null;
  @Field(() => String, { nullable: true, description: "The filer's own name of it." })
  @IsOptional()
  @MaxLength(50)
  unitNumber?: string | null;
}

@InputType({ description: "Vehicles as CSV." })
export class ImportVehiclesInput {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
  @Field(() => String, {
    description:
      "A head line with vin, category or weight, and logging, agricultural, unitNumber; at most 2,000 rows.",
  })
  @MaxLength(500_000)
  csv: string;
  @Field(() => Boolean, {
    nullable: true,
    description: "True adds the good rows; else one bad row stops all.",
  })
  partial?: boolean | null;
}

@ObjectType({ description: "A row that was not added." })
export class VehicleRowFault {
  @Field(() => Int, { description: "1 is the first row below the head." })
  row: number;
  @Field(() => String)
  path: string;
  @Field(() => String)
  message: string;
}

@ObjectType({ description: "What became of imported rows." })
export class VehicleImport {
  @Field(() => Int)
  added: number;
  @Field(() => Int)
  rejected: number;
  @Field(() => [VehicleRowFault])
  errors: VehicleRowFault[];
}

@InputType({ description: "How a vehicle left the filer." })
export class RecordDisposalInput {
  @Field(() => ID)
  @MaxLength(64)
  vehicleId: string;
  @Field(() => DisposalKind)
  kind: DisposalKind;
  @Field(() => DateScalar, { description: "Not in the future." })
  date: string;
  @Field(() => String, { nullable: true })
  @IsOptional()
  @MaxLength(200)
  buyer?: string | null;
}

@InputType({ description: "A vehicle." })
export class VehicleInput {
  @Field(() => ID)
  @MaxLength(64)
  vehicleId: string;
}

@ArgsType()
export class VehicleArgs {
  @Field(() => ID, { description: "Its id, or its VIN." })
  @MaxLength(64)
  vehicleId: string;
}

@ArgsType()
export class VehiclesArgs extends PageArgs {
  @Field(() => ID)
  @MaxLength(64)
  filerId: string;
  @Field(() => VehicleStatus, { nullable: true })
  status?: VehicleStatus | null;
  @Field(() => Int, { nullable: true, description: "The year in which a period begins; for `filed`." })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "Only those on a return of the period, or only others.",
  })
  filed?: boolean | null;
}

@ObjectType({ description: "How a vehicle left the filer." })
export class VehicleDisposal {
  @Field(() => DisposalKind)
  kind: DisposalKind;
  @Field(() => DateScalar)
  date: string;
  @Field(() => String, { nullable: true })
  buyer: string | null;
}

@ObjectType({ description: "A vehicle of a filer." })
export class Vehicle {
  @Field(() => ID)
  id: string;
  @Field(() => ID)
  filerId: string;
  @Field(() => String)
  vin: string;
  @Field(() => String, { description: "`valid` or `check_digit_mismatch`." })
  vinStatus: string;
  @Field(() => String)
  category: string;
  @Field(() => Int, { nullable: true })
  taxableGrossWeight: number | null;
  @Field(() => Boolean)
  logging: boolean;
  @Field(() => Boolean)
  agricultural: boolean;
  @Field(() => String, { nullable: true })
  unitNumber: string | null;
  @Field(() => VehicleStatus)
  status: VehicleStatus;
  @Field(() => VehicleDisposal, { nullable: true })
  disposal: VehicleDisposal | null;
  @Field(() => [Int], { description: "Periods that it was reported for." })
  filedPeriods: number[];
  @Field(() => Int)
  version: number;
  @Field(() => Date)
  createdAt: Date;
  @Field(() => Date)
  updatedAt: Date;
}

@ObjectType({ description: "A page of vehicles, newest first." })
export class VehiclePage extends countedPageOf(Vehicle, "vehicles") {}

@ObjectType({ description: "What was removed." })
export class RemovedVehicle {
  @Field(() => Boolean)
  removed: true;
}
