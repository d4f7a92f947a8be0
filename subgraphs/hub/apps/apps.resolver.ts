import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { createApp, listRegistry, readRegisteredApp, updateApp } from "./app-registry.service.ts";
import { findApp, listAppOrigins } from "./apps.service.ts";
import { App, AppOrigins, AppRegistry, CreateAppInput, RegisteredApp, UpdateAppInput } from "./apps.types.ts";

@Resolver(() => App)
export class AppsResolver {
  @Query(() => App, {
    nullable: true,
    description: "A registered application, or null when there is none of that name.",
  })
  app(@Ctx() ctx: HubContext, @Arg("appId", () => ID) appId: string): Promise<App | null> {
    return findApp(ctx, appId);
  }

  @Query(() => AppRegistry, {
    description: "All registered apps by name, hidden and retired ones too. For administrators.",
  })
  appRegistry(@Ctx() ctx: HubContext): Promise<AppRegistry> {
    return listRegistry(ctx);
  }

  @Query(() => RegisteredApp, { description: "One registered app with its origins. For administrators." })
  registeredApp(@Ctx() ctx: HubContext, @Arg("appId", () => ID) appId: string): Promise<RegisteredApp> {
    return readRegisteredApp(ctx, appId);
  }

  @Mutation(() => RegisteredApp, { description: "Registers an app. Calls may name it at once." })
  createApp(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreateAppInput) input: CreateAppInput,
  ): Promise<RegisteredApp> {
    return createApp(ctx, input);
  }

  @Mutation(() => RegisteredApp, {
    description: "Changes an app: its texts, origins, visibility or status. What is left out stays.",
  })
  updateApp(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateAppInput) input: UpdateAppInput,
  ): Promise<RegisteredApp> {
    return updateApp(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => [AppOrigins], { description: "Whose pages may call, by app. For the router alone." })
  appOrigins(@Ctx() ctx: HubContext): Promise<AppOrigins[]> {
    return listAppOrigins(ctx);
  }
}
