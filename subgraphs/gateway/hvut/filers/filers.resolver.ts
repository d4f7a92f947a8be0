import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HvutContext } from "../hvut.context.ts";
import { enterFilerNumbers, readNumbersPage, setFilerNumbers } from "./filer-numbers.service.ts";
import * as types from "./filer.types.ts";
import * as filers from "./filers.service.ts";

@Resolver()
export class FilersResolver {
  @Query(() => types.Filer, { description: "One of the account's filers of Form 2290." })
  filer(@Ctx() ctx: HvutContext, @Args(() => types.FilerArgs) args: types.FilerArgs): Promise<types.Filer> {
    return filers.readFiler(ctx, args.filerId);
  }

  @Query(() => types.FilerPage, { description: "The account's filers of Form 2290, newest first." })
  filers(
    @Ctx() ctx: HvutContext,
    @Args(() => types.FilersArgs) args: types.FilersArgs,
  ): Promise<types.FilerPage> {
    return filers.listFilers(ctx, args);
  }

  @Query(() => types.EinCheck, {
    description: "Judges the EIN that a filer entered: nine digits and a known prefix.",
  })
  filerEinCheck(
    @Ctx() ctx: HvutContext,
    @Args(() => types.FilerArgs) args: types.FilerArgs,
  ): Promise<types.EinCheck> {
    return filers.validateEin(ctx, args.filerId);
  }

  @Query(() => types.NumbersPage, { description: "The page where a person enters a filer's EIN and PIN." })
  filerNumbersPage(
    @Ctx() ctx: HvutContext,
    @Args(() => types.NumbersPageArgs) { token }: types.NumbersPageArgs,
  ): Promise<types.NumbersPage> {
    return readNumbersPage(ctx, token);
  }

  @Mutation(() => types.Filer, {
    description: "Adds a business that owes the tax. A person then enters its EIN and PIN at `entryUrl`.",
  })
  createFiler(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.CreateFilerInput) input: types.CreateFilerInput,
  ): Promise<types.Filer> {
    return filers.createFiler(ctx, input);
  }

  @Mutation(() => types.Filer, {
    description: "Changes a filer; a changed name or address is told on its next return.",
  })
  updateFiler(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.UpdateFilerInput) input: types.UpdateFilerInput,
  ): Promise<types.Filer> {
    return filers.updateFiler(ctx, input);
  }

  @Mutation(() => types.Filer, { description: "Archives a filer; its returns stay." })
  archiveFiler(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.FilerInput) input: types.FilerInput,
  ): Promise<types.Filer> {
    return filers.archiveFiler(ctx, input);
  }

  @Mutation(() => types.Filer, { description: "A new link where a person enters a filer's EIN and PIN." })
  renewFilerEntryLink(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.FilerInput) input: types.FilerInput,
  ): Promise<types.Filer> {
    return filers.renewEntryLink(ctx, input);
  }

  @Mutation(() => types.Filer, { description: "Sets a filer's EIN and PIN; they are never shown again." })
  setFilerNumbers(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.SetFilerNumbersInput) input: types.SetFilerNumbersInput,
  ): Promise<types.Filer> {
    return setFilerNumbers(ctx, input);
  }

  @Mutation(() => types.EnteredNumbers, {
    description: "Enters a filer's EIN and PIN by its entry link, once.",
  })
  enterFilerNumbers(
    @Ctx() ctx: HvutContext,
    @Arg("input", () => types.EnterFilerNumbersInput) input: types.EnterFilerNumbersInput,
  ): Promise<types.EnteredNumbers> {
    return enterFilerNumbers(ctx, input);
  }
}
