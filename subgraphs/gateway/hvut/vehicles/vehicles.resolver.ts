import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { importVehicles } from "./import-vehicles.service.ts";
import { recordMileage } from "./mileage.service.ts";
import { Mileage, RecordMileageInput } from "./mileage.types.ts";
import * as types from "./vehicle.types.ts";
import * as vehicles from "./vehicles.service.ts";

@Resolver()
export class VehiclesResolver {
  @Query(() => types.Vehicle, {
    description: "A vehicle by its id or VIN, with the periods it was reported for.",
  })
  vehicle(
    @Ctx() ctx: HvutContext,
    @Args(() => types.VehicleArgs) args: types.VehicleArgs,
  ): Promise<types.Vehicle> {
    return vehicles.readVehicle(ctx, args.vehicleId);
  }

  @Query(() => types.VehiclePage, {
    description: "A filer's vehicles; `filed: false` shows what a period lacks.",
  })
  vehicles(
    @Ctx() ctx: HvutContext,
    @Args(() => types.VehiclesArgs) args: types.VehiclesArgs,
  ): Promise<types.VehiclePage> {
    return vehicles.listVehicles(ctx, args);
  }

  @Mutation(() => types.Vehicle, { description: "Adds a vehicle to a filer, which has each VIN once." })
  addVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.AddVehicleInput) input: types.AddVehicleInput,
  ): Promise<types.Vehicle> {
    return vehicles.addVehicle(ctx, input);
  }

  @Mutation(() => types.VehicleImport, {
    description: "Adds vehicles from CSV, and says what is wrong by row.",
  })
  importVehicles(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.ImportVehiclesInput) input: types.ImportVehiclesInput,
  ): Promise<types.VehicleImport> {
    return importVehicles(ctx, input);
  }

  @Mutation(() => types.Vehicle, { description: "Notes that a vehicle was sold, destroyed or stolen." })
  recordVehicleDisposal(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.RecordDisposalInput) input: types.RecordDisposalInput,
  ): Promise<types.Vehicle> {
    return vehicles.recordDisposal(ctx, input);
  }

  @Mutation(() => Mileage, {
    description: "Notes a vehicle's miles, and warns near the limit of a suspension.",
  })
  recordMileage(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => RecordMileageInput) input: RecordMileageInput,
  ): Promise<Mileage> {
    return recordMileage(ctx, input);
  }

  @Mutation(() => types.RemovedVehicle, { description: "Removes a vehicle that was never reported." })
  removeVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.VehicleInput) input: types.VehicleInput,
  ): Promise<types.RemovedVehicle> {
    return vehicles.removeVehicle(ctx, input);
  }
}
