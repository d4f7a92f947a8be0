import { Arg, Ctx, Directive, ID, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { App } from "./app.entity.ts";
import { findApp, listAllowedOrigins } from "./apps.service.ts";

@Resolver(() => App)
export class AppsResolver {
  @Query(() => App, {
    nullable: true,
    description: "A registered application, or null when there is none of that name.",
  })
  app(@Ctx() ctx: HubContext, @Arg("appId", () => ID) appId: string): Promise<App | null> {
    return findApp(ctx, appId);
  }

  @Directive("@inaccessible")
  @Query(() => [String], { description: "Origins that browsers may call from. For the router alone." })
  allowedOrigins(@Ctx() ctx: HubContext): Promise<string[]> {
    return listAllowedOrigins(ctx);
  }
}
