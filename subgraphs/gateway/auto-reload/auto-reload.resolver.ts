import { Arg, Args, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { ReloadContext } from "./reload.context.ts";
import * as types from "./auto-reload.types.ts";
import { isAutoReloadOn, readAutoReload, readReloadHistory } from "./read-auto-reload.service.ts";
import { setAutoReload } from "./set-auto-reload.service.ts";

@Resolver()
export class AutoReloadResolver {
  @Query(() => types.AutoReloadConfig, {
    description: "Returns auto-reload settings, status and this month's spending for an app's credits.",
  })
  autoReload(
    @Ctx() ctx: ReloadContext,
    @Args(() => types.AutoReloadArgs) args: types.AutoReloadArgs,
  ): Promise<types.AutoReloadConfig> {
    return readAutoReload(ctx, args);
  }

  @Query(() => types.AutoReloadHistory, {
    description: "Lists auto-reloads, newest first: packages bought, failed charges and skipped reloads.",
  })
  autoReloadHistory(
    @Ctx() ctx: ReloadContext,
    @Args(() => types.AutoReloadHistoryArgs) args: types.AutoReloadHistoryArgs,
  ): Promise<types.AutoReloadHistory> {
    return readReloadHistory(ctx, args);
  }

  @Directive("@inaccessible")
  @Query(() => Boolean, {
    description: "Returns whether auto-reload is on in any app of the account. Internal to the platform.",
  })
  autoReloadIsOn(@Ctx() ctx: ReloadContext): Promise<boolean> {
    return isAutoReloadOn(ctx);
  }

  @Mutation(() => types.SetAutoReloadResult, {
    description:
      "Sets up auto-reload. It buys a credit package when credits fall below a threshold, within a monthly cap. When credits are already low, a reload starts immediately.",
  })
  setAutoReload(
    @Ctx() ctx: ReloadContext,
    @Arg("input", () => types.SetAutoReloadInput, { description: "Auto-reload settings to save." })
    input: types.SetAutoReloadInput,
  ): Promise<types.SetAutoReloadResult> {
    return setAutoReload(ctx, input);
  }
}
