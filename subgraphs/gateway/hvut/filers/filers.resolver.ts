import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { enterFilerNumbers, readNumbersPage, setFilerNumbers } from "./filer-numbers.service.ts";
import * as types from "./filer.types.ts";
import * as filers from "./filers.service.ts";

@Resolver()
export class FilersResolver {
  @Query(() => types.Filer, { description: "Returns one filer of Form 2290." })
  filer(@Ctx() ctx: HvutContext, @Args(() => types.FilerArgs) args: types.FilerArgs): Promise<types.Filer> {
    return filers.readFiler(ctx, args.filerId);
  }

  @Query(() => types.FilerPage, {
    description: "Lists the account's active filers of Form 2290, newest first.",
  })
  filers(
    @Ctx() ctx: HvutContext,
    @Args(() => types.FilersArgs) args: types.FilersArgs,
  ): Promise<types.FilerPage> {
    return filers.listFilers(ctx, args);
  }

  @Query(() => types.EinCheck, {
    description: "Checks the EIN entered for a filer: nine digits and a known prefix.",
  })
  filerEinCheck(
    @Ctx() ctx: HvutContext,
    @Args(() => types.FilerArgs) args: types.FilerArgs,
  ): Promise<types.EinCheck> {
    return filers.validateEin(ctx, args.filerId);
  }

  @Query(() => types.NumbersPage, {
    description: "Returns the page where a person enters a filer's EIN and PIN.",
  })
  filerNumbersPage(
    @Ctx() ctx: HvutContext,
    @Args(() => types.NumbersPageArgs) { token }: types.NumbersPageArgs,
  ): Promise<types.NumbersPage> {
    return readNumbersPage(ctx, token);
  }

  @Mutation(() => types.Filer, {
    description:
      "Adds a business that owes heavy vehicle use tax. A person then enters its EIN and PIN at `entryUrl`.",
  })
  createFiler(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.CreateFilerInput, { description: "Business to add as a filer." })
    input: types.CreateFilerInput,
  ): Promise<types.Filer> {
    return filers.createFiler(ctx, input);
  }

  @Mutation(() => types.Filer, {
    description: "Updates a filer. Its next return reports a changed name or address.",
  })
  updateFiler(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.UpdateFilerInput, { description: "Filer fields to change." })
    input: types.UpdateFilerInput,
  ): Promise<types.Filer> {
    return filers.updateFiler(ctx, input);
  }

  @Mutation(() => types.Filer, { description: "Archives a filer of Form 2290. Its returns are kept." })
  archiveFiler(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.FilerInput, { description: "Filer to archive." }) input: types.FilerInput,
  ): Promise<types.Filer> {
    return filers.archiveFiler(ctx, input);
  }

  @Mutation(() => types.Filer, {
    description: "Creates a new link where a person enters a filer's EIN and PIN. Older links stop working.",
  })
  renewFilerEntryLink(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.FilerInput, { description: "Filer that needs a new link." })
    input: types.FilerInput,
  ): Promise<types.Filer> {
    return filers.renewEntryLink(ctx, input);
  }

  @Mutation(() => types.Filer, {
    description: "Sets the EIN and PIN of a filer. They are never shown again.",
  })
  setFilerNumbers(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.SetFilerNumbersInput, { description: "EIN and PIN to set." })
    input: types.SetFilerNumbersInput,
  ): Promise<types.Filer> {
    return setFilerNumbers(ctx, input);
  }

  @Mutation(() => types.EnteredNumbers, {
    description: "Enters the EIN and PIN of a filer through its single-use link.",
  })
  enterFilerNumbers(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.EnterFilerNumbersInput, { description: "Link token, EIN and PIN." })
    input: types.EnterFilerNumbersInput,
  ): Promise<types.EnteredNumbers> {
    return enterFilerNumbers(ctx, input);
  }
}
