import { IsOptional, Matches, Max, MaxLength, Min } from "class-validator";
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import { countedPageOf } from "../../../../src/graphql/page-type.ts";
import { DateScalar } from "../../../../src/graphql/scalars.ts";
import { PageArgs } from "../../base/page.types.ts";
import { categoryPattern, notACategory } from "../tax/calculation.types.ts";

export const VehicleStatus = { active: "active", disposed: "disposed" } as const;
export type VehicleStatus = keyof typeof VehicleStatus;
registerEnumType(VehicleStatus, {
  name: "VehicleStatus",
  description: "Status of a vehicle.",
  valuesConfig: {
    active: { description: "Owned by the filer." },
    disposed: { description: "Sold, destroyed or stolen." },
  },
});

export const DisposalKind = { sold: "sold", destroyed: "destroyed", stolen: "stolen" } as const;
export type DisposalKind = keyof typeof DisposalKind;
registerEnumType(DisposalKind, {
  name: "DisposalKind",
  description: "What happened to a vehicle that the filer no longer has.",
  valuesConfig: {
    sold: { description: "Vehicle was sold." },
    destroyed: { description: "Vehicle was destroyed." },
    stolen: { description: "Vehicle was stolen." },
  },
});

@InputType({ description: "Vehicle to add to a filer. Set `category` or `taxableGrossWeight`." })
export class AddVehicleInput {
  @Field(() => ID, { description: "ID of the filer that owns the vehicle." })
  @MaxLength(64)
  filerId: string;
  @Field(() => String, { description: "Vehicle identification number (VIN). Unique per filer." })
  @MaxLength(40)
  vin: string;
  @Field(() => String, {
    nullable: true,
    description: "Weight category A to V. Set either this or `taxableGrossWeight`.",
  })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Taxable gross weight in pounds, at least 55,000. Set either this or `category`.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  taxableGrossWeight?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for a logging vehicle, which is taxed at lower rates. Default false.",
  })
  logging?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for an agricultural vehicle, with a limit of 7,500 miles. Default false.",
  })
  agricultural?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "Your own unit number of the vehicle, at most 50 characters.",
  })
  @IsOptional()
  @MaxLength(50)
  unitNumber?: string | null;
}

@InputType({ description: "Vehicle fields to change. Omitted fields stay as they are." })
export class UpdateVehicleInput {
  @Field(() => ID, { description: "ID of the vehicle to update." })
  @MaxLength(64)
  vehicleId: string;
  @Field(() => String, {
    nullable: true,
    description: "New VIN. Not possible once a return with the vehicle is filed: use `correctVin` then.",
  })
  @IsOptional()
  @MaxLength(40)
  vin?: string | null;
  @Field(() => String, {
    nullable: true,
    description: "New weight category A to V. A stored weight of another category is removed.",
  })
  @IsOptional()
  @Matches(categoryPattern, notACategory)
  category?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "New taxable gross weight in pounds, at least 55,000. Also sets the category.",
  })
  @IsOptional()
  @Min(1)
  @Max(1_000_000)
  taxableGrossWeight?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for a logging vehicle, which is taxed at lower rates.",
  })
  logging?: boolean | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for an agricultural vehicle, with a limit of 7,500 miles.",
  })
  agricultural?: boolean | null;
  @Field(() => String, {
    nullable: true,
    description: "New unit number of the vehicle, at most 50 characters. Null removes it.",
  })
  @IsOptional()
  @MaxLength(50)
  unitNumber?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: "Version you last read. The update fails if the vehicle has changed since.",
  })
  @IsOptional()
  version?: number | null;
}

@InputType({ description: "Sale, destruction or theft of a vehicle." })
export class RecordDisposalInput {
  @Field(() => ID, { description: "ID of the vehicle." })
  @MaxLength(64)
  vehicleId: string;
  @Field(() => DisposalKind, { description: "What happened to the vehicle." })
  kind: DisposalKind;
  @Field(() => DateScalar, { description: "Day of the sale, destruction or theft. Not in the future." })
  date: string;
  @Field(() => String, { nullable: true, description: "Name of the buyer, at most 200 characters." })
  @IsOptional()
  @MaxLength(200)
  buyer?: string | null;
}

@InputType({ description: "Vehicle to act on." })
export class VehicleInput {
  @Field(() => ID, { description: "ID of the vehicle." })
  @MaxLength(64)
  vehicleId: string;
}

@ArgsType()
export class VehicleArgs {
  @Field(() => ID, { description: "ID or VIN of the vehicle." })
  @MaxLength(64)
  vehicleId: string;
}

@ArgsType()
export class VehiclesArgs extends PageArgs {
  @Field(() => ID, { description: "ID of the filer." })
  @MaxLength(64)
  filerId: string;
  @Field(() => VehicleStatus, { nullable: true, description: "Filter by vehicle status." })
  status?: VehicleStatus | null;
  @Field(() => Int, {
    nullable: true,
    description: "Tax period for `filed`, by the year in which it begins.",
  })
  @IsOptional()
  @Min(2000)
  @Max(2100)
  period?: number | null;
  @Field(() => Boolean, {
    nullable: true,
    description: "True for vehicles on a return of the period, false for those missing. Needs `period`.",
  })
  filed?: boolean | null;
}

@ObjectType({ description: "Sale, destruction or theft of a vehicle." })
export class VehicleDisposal {
  @Field(() => DisposalKind, { description: "What happened to the vehicle." })
  kind: DisposalKind;
  @Field(() => DateScalar, { description: "Day of the sale, destruction or theft." })
  date: string;
  @Field(() => String, { nullable: true, description: "Name of the buyer. Null when not given." })
  buyer: string | null;
}

@ObjectType({ description: "A heavy vehicle of a filer." })
export class Vehicle {
  @Field(() => ID, { description: "ID of the vehicle." })
  id: string;
  @Field(() => ID, { description: "ID of the filer that owns the vehicle." })
  filerId: string;
  @Field(() => String, { description: "Vehicle identification number (VIN)." })
  vin: string;
  @Field(() => String, { description: "Result of the VIN check: `valid` or `check_digit_mismatch`." })
  vinStatus: string;
  @Field(() => String, { description: "Weight category A to V." })
  category: string;
  @Field(() => Int, {
    nullable: true,
    description: "Taxable gross weight in pounds. Null when only the category is known.",
  })
  taxableGrossWeight: number | null;
  @Field(() => Boolean, { description: "True for a logging vehicle, which is taxed at lower rates." })
  logging: boolean;
  @Field(() => Boolean, { description: "True for an agricultural vehicle, with a limit of 7,500 miles." })
  agricultural: boolean;
  @Field(() => String, {
    nullable: true,
    description: "Your own unit number of the vehicle. Null when not set.",
  })
  unitNumber: string | null;
  @Field(() => VehicleStatus, { description: "Status of the vehicle." })
  status: VehicleStatus;
  @Field(() => VehicleDisposal, {
    nullable: true,
    description: "Sale, destruction or theft. Null while the filer owns the vehicle.",
  })
  disposal: VehicleDisposal | null;
  @Field(() => [Int], {
    description: "Tax periods with a filed return for the vehicle, by the year they begin.",
  })
  filedPeriods: number[];
  @Field(() => Int, { description: "Version number, starting at 1. Increases with each change." })
  version: number;
  @Field(() => Date, { description: "Time at which the vehicle was added." })
  createdAt: Date;
  @Field(() => Date, { description: "Time of the last change to the vehicle." })
  updatedAt: Date;
}

@ObjectType({ description: "A page of vehicles, newest first." })
export class VehiclePage extends countedPageOf(Vehicle, "vehicles") {}

@ObjectType({ description: "Confirmation that a vehicle was removed." })
export class RemovedVehicle {
  @Field(() => Boolean, { description: "Confirmation flag, always true." })
  removed: true;
}
