import type { EntityManager } from "@mikro-orm/postgresql";
import { executeSql } from "../../../src/db/sql.ts";
import type { HubContext } from "../hub.context.ts";
import {
  insertEndpointRow,
  lockSourceEndpoints,
  secretPlace,
  updateEndpointRow,
  type EndpointSource,
} from "./endpoint.rows.ts";
import { newWebhookSecret } from "./signature.ts";

/** The webhook URLs of an API key. */
export interface KeyEndpoints {
  keyId: string;
  ownerId: string;
  /** The complete list; URLs that are missing here are removed. Empty for a revoked key. */
  urls: readonly string[];
  /** The apps that the key may act for; null for every app. */
  appIds: readonly string[] | null;
}

/**
 * Syncs the endpoints of an API key with its `webhookUrls`, in the caller's transaction: every event of the key's apps
 * goes to each URL. They share one secret, which is returned only when this call created it (the first URLs of a key),
 * to be shown once; null otherwise. Deliveries stop while the key is revoked or expired. Throws INVALID_URL.
 */
export function syncKeyEndpoints(
  ctx: HubContext,
  em: EntityManager,
  { keyId, ownerId, urls, appIds }: KeyEndpoints,
): Promise<{ secret: string | null }> {
  const checked = urls.map((url, index) => ctx.ports.webhooks.checkUrl(url, `webhookUrls.${index}`));
  const setting = { ownerId, source: "api_key" as const, sourceId: keyId, appIds, eventTypes: ["*"] };
  return syncEndpoints(ctx, em, { ...setting, urls: checked });
}

/**
 * The same for the `webhookUrl` of an app's auto-reload, which receives `credits.auto_reload.*` and `credits.low` only;
 * null removes it.
 */
export function syncAutoReloadEndpoint(
  ctx: HubContext,
  em: EntityManager,
  { ownerId, appId, url }: { ownerId: string; appId: string; url: string | null },
): Promise<{ secret: string | null }> {
  const urls = url === null ? [] : [ctx.ports.webhooks.checkUrl(url, "webhookUrl")];
  const setting = { ownerId, source: "auto_reload" as const, sourceId: appId, appIds: [appId] };
  return syncEndpoints(ctx, em, { ...setting, eventTypes: reloadEvents, urls });
}

const reloadEvents = ["credits.low", "credits.auto_reload.*"];

interface Setting {
  ownerId: string;
  source: Exclude<EndpointSource, "account">;
  sourceId: string;
  urls: readonly string[];
  appIds: readonly string[] | null;
  eventTypes: readonly string[];
}

async function syncEndpoints(
  ctx: HubContext,
  em: EntityManager,
  setting: Setting,
): Promise<{ secret: string | null }> {
  const { urls, appIds } = setting;
  const { keyRing } = ctx.ports;
  const now = ctx.clock.now();
  const known = await lockSourceEndpoints(em, setting);
  const gone = known.filter(({ url }) => !urls.includes(url)).map(({ id }) => id);
  await executeSql(em, "DELETE FROM webhook_endpoints WHERE id = ANY($1)", [gone]);
  for (const { id, url } of known) if (urls.includes(url)) await updateEndpointRow(em, id, { appIds }, now);
  const missing = [...new Set(urls)].filter((url) => !known.some((row) => row.url === url));
  if (missing.length === 0) return { secret: null };
  const [sibling] = known;
  const secret = sibling ? keyRing.open(sibling.secretSealed, secretPlace(sibling.id)) : newWebhookSecret();
  for (const url of missing) {
    await insertEndpointRow(em, { ...setting, url, description: null }, { keyRing, secret, now });
  }
  return { secret: sibling ? null : secret };
}
