import { readRegistry, type StoredApp } from "../apps/app.rows.ts";
import type { HubContext } from "../hub.context.ts";
import type { MarketplaceApp, MarketplaceListing, MarketplaceVisibility } from "./marketplace.types.ts";

/** The active apps of this visibility by name. Hidden ones are never among them. */
export async function listMarketplace(
  ctx: HubContext,
  visibility: MarketplaceVisibility,
): Promise<MarketplaceListing> {
  const apps = [...(await readRegistry(ctx)).values()]
    .filter((app) => app.status === "active" && app.visibility !== "hidden")
    .filter((app) => visibility === "all" || app.visibility === visibility)
    .map((app) => present(app, ctx.publicUrl));
  return { apps, total: apps.length };
}

function present(app: StoredApp, publicUrl: string): MarketplaceApp {
  return {
    ...app,
    iconUrl: app.iconUrl ?? `${publicUrl}/icons/${app.slug}.svg`,
    url: app.visibility === "public" ? app.defaultUrl : null,
  };
}
