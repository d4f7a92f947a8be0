import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { ReloadContext } from "./reload.context.ts";
import * as types from "./auto-reload.types.ts";
import { readAutoReload, readReloadHistory } from "./read-auto-reload.service.ts";
import { setAutoReload } from "./set-auto-reload.service.ts";

@Resolver()
export class AutoReloadResolver {
  @Query(() => types.AutoReloadConfig, {
    description: "How the credits of the app are reloaded by themselves, and what that has spent this month.",
  })
  autoReload(
    @Ctx() ctx: ReloadContext,
    @Args(() => types.AutoReloadArgs) args: types.AutoReloadArgs,
  ): Promise<types.AutoReloadConfig> {
    return readAutoReload(ctx, args);
  }

  @Query(() => types.AutoReloadHistory, {
    description: "Packages that were bought by themselves, and why none was, newest first.",
  })
  autoReloadHistory(
    @Ctx() ctx: ReloadContext,
    @Args(() => types.AutoReloadHistoryArgs) args: types.AutoReloadHistoryArgs,
  ): Promise<types.AutoReloadHistory> {
    return readReloadHistory(ctx, args);
  }

  @Mutation(() => types.SetAutoReloadResult, {
    description:
      "Sets how credits are reloaded when they fall below a threshold, within a cap a month. When they are below it already, a package is bought at once.",
  })
  setAutoReload(
    @Ctx() ctx: ReloadContext,
    @Arg("input", () => types.SetAutoReloadInput) input: types.SetAutoReloadInput,
  ): Promise<types.SetAutoReloadResult> {
    return setAutoReload(ctx, input);
  }
}
