import type { RegisteredApp } from "../apps/apps.types.ts";
import type { HubContext } from "../hub.context.ts";
import type { ReturnSite } from "./redirect-urls.ts";

/** Allowed redirect targets of this app's payers, by this process's settings. */
export function returnSiteOf(
  ctx: HubContext,
  { allowedOrigins, defaultUrl }: Pick<RegisteredApp, "allowedOrigins" | "defaultUrl">,
): ReturnSite {
  const allowsLocalhost = ctx.ports.allowsLocalhost ?? false;
  return { allowedOrigins, defaultUrl, publicUrl: ctx.publicUrl, allowsLocalhost };
}
