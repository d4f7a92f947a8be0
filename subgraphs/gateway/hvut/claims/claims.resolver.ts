import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import {
  Claim8849,
  Claim8849Args,
  Claim8849List,
  Claims8849Args,
  Create8849ClaimInput,
} from "./claim.types.ts";
import { create8849Claim, list8849Claims, read8849Claim } from "./claims.service.ts";

@Resolver()
export class ClaimsResolver {
  @Mutation(() => Claim8849, {
    description: "Prepares a claim for refund of truck tax: Form 8849, Schedule 6. Files nothing.",
  })
  create8849Claim(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => Create8849ClaimInput, { description: "Filer and vehicles." })
    input: Create8849ClaimInput,
  ): Promise<Claim8849> {
    return create8849Claim(ctx, input);
  }

  @Query(() => Claim8849, { description: "Returns a claim for refund of truck tax." })
  claim8849(
    @Ctx() ctx: HvutContext,
    @Args(() => Claim8849Args) { claimId }: Claim8849Args,
  ): Promise<Claim8849> {
    return read8849Claim(ctx, claimId);
  }

  @Query(() => Claim8849List, { description: "Lists claims for refund of truck tax, newest first." })
  claims8849(
    @Ctx() ctx: HvutContext,
    @Args(() => Claims8849Args) args: Claims8849Args,
  ): Promise<Claim8849List> {
    return list8849Claims(ctx, args);
  }
}
