import { Arg, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { createApp, listRegistry, readRegisteredApp, updateApp } from "./app-registry.service.ts";
import { findApp, listAppOrigins } from "./apps.service.ts";
import { App, AppOrigins, AppRegistry, CreateAppInput, RegisteredApp, UpdateAppInput } from "./apps.types.ts";

@Resolver(() => App)
export class AppsResolver {
  @Query(() => App, {
    nullable: true,
    description: "Returns a registered app, or null when it is unknown or retired.",
  })
  app(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app to read." }) appId: string,
  ): Promise<App | null> {
    return findApp(ctx, appId);
  }

  @Query(() => AppRegistry, {
    description: "Lists all registered apps by name, including hidden and retired ones. Administrators only.",
  })
  appRegistry(@Ctx() ctx: HubContext): Promise<AppRegistry> {
    return listRegistry(ctx);
  }

  @Query(() => RegisteredApp, {
    description: "Returns one registered app with its origins. Administrators only.",
  })
  registeredApp(
    @Ctx() ctx: HubContext,
    @Arg("appId", () => ID, { description: "ID of the app to read." }) appId: string,
  ): Promise<RegisteredApp> {
    return readRegisteredApp(ctx, appId);
  }

  @Mutation(() => RegisteredApp, { description: "Registers an app. Requests can use it immediately." })
  createApp(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreateAppInput, { description: "App to register." }) input: CreateAppInput,
  ): Promise<RegisteredApp> {
    return createApp(ctx, input);
  }

  @Mutation(() => RegisteredApp, {
    description: "Updates an app's texts, origins, visibility or status. Omitted fields stay unchanged.",
  })
  updateApp(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateAppInput, { description: "App ID and the fields to change." })
    input: UpdateAppInput,
  ): Promise<RegisteredApp> {
    return updateApp(ctx, input);
  }

  @Directive("@inaccessible")
  @Query(() => [AppOrigins], {
    description: "Lists the allowed browser origins by app. For the router only.",
  })
  appOrigins(@Ctx() ctx: HubContext): Promise<AppOrigins[]> {
    return listAppOrigins(ctx);
  }
}
