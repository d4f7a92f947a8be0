import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import * as types from "./vendor.types.ts";
import * as service from "./vendors.service.ts";

@Resolver()
export class VendorsResolver {
  @Query(() => types.VendorPage, { description: "Lists the vendors that bill you, newest first." })
  vendors(
    @Ctx() ctx: HubContext,
    @Args(() => types.VendorsArgs) args: types.VendorsArgs,
  ): Promise<types.VendorPage> {
    return service.listVendors(ctx, args);
  }

  @Query(() => types.Vendor, { description: "Returns a vendor." })
  vendor(
    @Ctx() ctx: HubContext,
    @Arg("vendorId", () => ID, { description: "ID of the vendor." }) vendorId: string,
  ): Promise<types.Vendor> {
    return service.readVendor(ctx, vendorId);
  }

  @Query(() => types.Vendor1099Page, {
    description:
      "Lists what vendors marked for Form 1099 were paid in a year. Payments by credit card are separate, and only US dollars count.",
  })
  vendor1099Totals(
    @Ctx() ctx: HubContext,
    @Args(() => types.Vendor1099Args) args: types.Vendor1099Args,
  ): Promise<types.Vendor1099Page> {
    return service.listVendor1099Totals(ctx, args);
  }

  @Mutation(() => types.Vendor, { description: "Adds a vendor that sends bills." })
  createVendor(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateVendorInput, { description: "Vendor to add." })
    input: types.CreateVendorInput,
  ): Promise<types.Vendor> {
    return service.createVendor(ctx, input);
  }

  @Mutation(() => types.Vendor, { description: "Updates, archives or restores a vendor." })
  updateVendor(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.UpdateVendorInput, { description: "Vendor, and what changes." })
    input: types.UpdateVendorInput,
  ): Promise<types.Vendor> {
    return service.updateVendor(ctx, input);
  }
}
