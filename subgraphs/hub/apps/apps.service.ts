import { mayUseApp } from "../../../src/access/principal.ts";
import { executeSql } from "../../../src/db/sql.ts";
import { DomainError } from "../../../src/errors.ts";
import type { HubContext } from "../hub.context.ts";
import { changeAccess } from "../identity/change-access.service.ts";
import { appsSubject, findStoredApp, readRegistry } from "./app.rows.ts";
import type { AppOrigins, RegisteredApp } from "./apps.types.ts";

/**
 * The app of this id; null when it is not registered or retired. With APPS_OPEN, the first use of an unknown name
 * registers it, hidden.
 */
export async function findApp(ctx: HubContext, appId: string): Promise<RegisteredApp | null> {
  const app = (await readRegistry(ctx)).get(appId) ?? null;
  if (app === null && ctx.ports.appsOpen) return registerByUse(ctx, appId);
  return app?.status === "active" ? app : null;
}

/** The same for several: for each id its app, or null. Registers none. */
export async function findApps(
  ctx: HubContext,
  appIds: readonly string[],
): Promise<(RegisteredApp | null)[]> {
  const registry = await readRegistry(ctx);
  return appIds.map((appId) => {
    const app = registry.get(appId);
    return app?.status === "active" ? app : null;
  });
}

/**
 * Checks the app that an input names: it must agree with the header, and the principal must be allowed to use it.
 * Throws APP_CONFLICT (400) or FORBIDDEN (403). Does not check that the app exists.
 */
export function requireAllowedApp(ctx: HubContext, appId: string): void {
  if (ctx.appId !== null && ctx.appId !== appId) {
    throw new DomainError(
      "APP_CONFLICT",
      "The appId in the input differs from the x-app-id header. Send the same app in both.",
      {
        input: appId,
        header: ctx.appId,
      },
    );
  }
  if (!mayUseApp(ctx.principal, appId)) {
    throw new DomainError("FORBIDDEN", `This credential may not act for the app ${appId}.`, {
      reason: "app_not_allowed",
    });
  }
}

/**
 * Checks an app that a read names. A retired one is still known: its accounts keep their credits. Throws APP_NOT_FOUND.
 */
export async function requireRegisteredApp(ctx: HubContext, appId: string): Promise<void> {
  if ((await readRegistry(ctx)).has(appId) || (await findApp(ctx, appId))) return;
  throw new DomainError("APP_NOT_FOUND", "App not found. Check the app ID.");
}

/** Checks an app that an input names, as `requireAllowedApp` and `requireRegisteredApp` do. */
export async function requireOwnApp(ctx: HubContext, appId: string): Promise<void> {
  requireAllowedApp(ctx, appId);
  await requireRegisteredApp(ctx, appId);
}

/** Allowed origins by active app. */
export async function listAppOrigins(ctx: HubContext): Promise<AppOrigins[]> {
  const apps = [...(await readRegistry(ctx)).values()].filter(({ status }) => status === "active");
  return apps.map(({ appId, allowedOrigins }) => ({ appId, origins: allowedOrigins }));
}

async function registerByUse(ctx: HubContext, appId: string): Promise<RegisteredApp | null> {
  if (!/^[a-z0-9][a-z0-9._-]{0,63}$/.test(appId)) return null;
  await changeAccess(ctx, appsSubject, () =>
    executeSql(
      ctx.em,
      `INSERT INTO apps (app_id, slug, name, tagline, description, category, visibility, status)
       VALUES ($1, $2, $1, '', '', 'unlisted', 'hidden', 'active') ON CONFLICT DO NOTHING`,
      [appId, slugOf(appId)],
    ),
  );
  return findStoredApp(ctx.em, appId);
}

/** A slug for an app that names none. */
export function slugOf(appId: string): string {
  return appId.replaceAll(/[._-]+/g, "-").replace(/-$/, "");
}
