import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { InvoicingContext } from "../invoicing.context.ts";
import { updateSellerBankDetails } from "./bank-details.service.ts";
import { readSellerProfile, updateSellerProfile } from "./seller-profile.service.ts";
import {
  SellerProfile,
  UpdateSellerBankDetailsInput,
  UpdateSellerProfileInput,
} from "./seller-profile.types.ts";

@Resolver()
export class SellerProfileResolver {
  @Query(() => SellerProfile, { description: "Returns who issues the account's documents." })
  sellerProfile(@Ctx() ctx: InvoicingContext): Promise<SellerProfile> {
    return readSellerProfile(ctx);
  }

  @Mutation(() => SellerProfile, {
    description: "Changes who issues the account's documents. Issued documents keep their seller.",
  })
  updateSellerProfile(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => UpdateSellerProfileInput, { description: "Fields of the profile to change." })
    input: UpdateSellerProfileInput,
  ): Promise<SellerProfile> {
    return updateSellerProfile(ctx, input);
  }

  @Mutation(() => SellerProfile, {
    description: "Replaces the bank account that clients pay into.",
  })
  updateSellerBankDetails(
    @Ctx() ctx: InvoicingContext,
    @Arg("input", () => UpdateSellerBankDetailsInput, { description: "Bank account in full." })
    input: UpdateSellerBankDetailsInput,
  ): Promise<SellerProfile> {
    return updateSellerBankDetails(ctx, input);
  }
}
