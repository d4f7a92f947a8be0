import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { importVehicles } from "./import-vehicles.service.ts";
import { ImportVehiclesInput, VehicleImport } from "./import-vehicles.types.ts";
import { recordMileage } from "./mileage.service.ts";
import { Mileage, RecordMileageInput } from "./mileage.types.ts";
import { updateVehicle } from "./update-vehicle.service.ts";
import * as types from "./vehicle.types.ts";
import * as vehicles from "./vehicles.service.ts";

@Resolver()
export class VehiclesResolver {
  @Query(() => types.Vehicle, {
    description: "Returns a vehicle by ID or VIN, with the periods it was filed for.",
  })
  vehicle(
    @Ctx() ctx: HvutContext,
    @Args(() => types.VehicleArgs) args: types.VehicleArgs,
  ): Promise<types.Vehicle> {
    return vehicles.readVehicle(ctx, args.vehicleId);
  }

  @Query(() => types.VehiclePage, {
    description: "Lists a filer's vehicles. `filed: false` lists those missing from a period's returns.",
  })
  vehicles(
    @Ctx() ctx: HvutContext,
    @Args(() => types.VehiclesArgs) args: types.VehiclesArgs,
  ): Promise<types.VehiclePage> {
    return vehicles.listVehicles(ctx, args);
  }

  @Mutation(() => types.Vehicle, {
    description: "Adds a vehicle to a filer. Each VIN can be added once per filer.",
  })
  addVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.AddVehicleInput, { description: "Vehicle to add to a filer." })
    input: types.AddVehicleInput,
  ): Promise<types.Vehicle> {
    return vehicles.addVehicle(ctx, input);
  }

  @Mutation(() => types.Vehicle, {
    description: "Updates a vehicle. A new VIN also replaces the old one on returns that are not filed.",
  })
  updateVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.UpdateVehicleInput, { description: "Vehicle and the fields to change." })
    input: types.UpdateVehicleInput,
  ): Promise<types.Vehicle> {
    return updateVehicle(ctx, input);
  }

  @Mutation(() => VehicleImport, {
    description: "Imports vehicles from CSV and reports errors by row.",
  })
  importVehicles(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => ImportVehiclesInput, { description: "Filer and CSV text." })
    input: ImportVehiclesInput,
  ): Promise<VehicleImport> {
    return importVehicles(ctx, input);
  }

  @Mutation(() => types.Vehicle, { description: "Records that a vehicle was sold, destroyed or stolen." })
  recordVehicleDisposal(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.RecordDisposalInput, { description: "Vehicle, and what happened to it." })
    input: types.RecordDisposalInput,
  ): Promise<types.Vehicle> {
    return vehicles.recordDisposal(ctx, input);
  }

  @Mutation(() => Mileage, {
    description: "Records a vehicle's mileage, and warns near the limit for suspended tax.",
  })
  recordMileage(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => RecordMileageInput, { description: "Vehicle, period and miles." })
    input: RecordMileageInput,
  ): Promise<Mileage> {
    return recordMileage(ctx, input);
  }

  @Mutation(() => types.RemovedVehicle, { description: "Removes a vehicle that is on no filed return." })
  removeVehicle(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.VehicleInput, { description: "Vehicle to remove." }) input: types.VehicleInput,
  ): Promise<types.RemovedVehicle> {
    return vehicles.removeVehicle(ctx, input);
  }
}
