import { DomainError } from "../../../src/errors.ts";
import { mayUseApp } from "../../../src/access/principal.ts";
import type { HubContext } from "../hub.context.ts";
import { App } from "./app.entity.ts";

/** The app of this id, or null when none is registered or it is retired. */
export async function findApp(ctx: HubContext, appId: string): Promise<App | null> {
  return ctx.loaders.apps.load(appId);
}

/** The same for several: for each id its app, null, or the error of reading it. */
export function findApps(ctx: HubContext, appIds: readonly string[]): Promise<(App | Error | null)[]> {
  return ctx.loaders.apps.loadMany(appIds);
}

/**
 * The app that a call names in its input, checked: it agrees with the header, and the caller may use it. Throws
 * APP_CONFLICT (400) or FORBIDDEN (403). Whether the app exists is for the caller of this function to judge.
 */
export function requireAllowedApp(ctx: HubContext, appId: string): void {
  if (ctx.appId !== null && ctx.appId !== appId) {
    throw new DomainError("APP_CONFLICT", "The input and x-app-id name different apps.", {
      input: appId,
      header: ctx.appId,
    });
  }
  if (!mayUseApp(ctx.principal, appId)) {
    throw new DomainError("FORBIDDEN", `This credential may not act for the app ${appId}.`, {
      reason: "app_not_allowed",
    });
  }
}

/** Origins that browsers may call the hub from: the union over all active apps. */
export async function listAllowedOrigins(ctx: HubContext): Promise<string[]> {
  const apps = await ctx.em.find(App, { status: "active" });
  return [...new Set(apps.flatMap((app) => app.allowedOrigins))];
}
