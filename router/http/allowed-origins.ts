import { parse } from "graphql";
import type { Logger } from "pino";
import type { SubgraphExecutor } from "../../src/graphql/local-executor.ts";
import { internalCall } from "../internal/internal-client.ts";

/**
 * Origins whose pages may call: for an app those of that app, otherwise those of all apps; the platform's own always. A
 * name that is no app's has those of all, so that its page may read why it was refused.
 */
export type AllowedOrigins = (appId?: string | null) => Promise<readonly string[]>;

const document = parse("query AppOrigins { appOrigins { appId origins } }");

/** So a change of an app's origins counts within a second, whichever process made it. */
const keptForMs = 1_000;

interface Known {
  byApp: ReadonlyMap<string, readonly string[]>;
  union: readonly string[];
}

/** The origins of the registry, asked of the hub at most once a second; the last known while it is away. */
export function createOriginList(
  hub: SubgraphExecutor,
  { log, publicUrl }: { log: Logger; publicUrl: string },
): AllowedOrigins {
  const callHub = internalCall(hub, { log, publicUrl });
  const own = new URL(publicUrl).origin;
  let known: Known = { byApp: new Map(), union: [own] };
  let askedAt = -Infinity;
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    askedAt = performance.now();
    try {
      const { appOrigins } = await callHub(document);
      known = arrange(appOrigins as AppOrigins[], own);
    } catch (error) {
      log.warn({ err: error }, "allowed origins could not be loaded");
    } finally {
      asking = null;
    }
  };
  return async (appId = null) => {
    if (performance.now() - askedAt >= keptForMs) asking ??= ask();
    if (asking) await asking;
    return (appId === null ? undefined : known.byApp.get(appId)) ?? known.union;
  };
}

/** True when a page of this origin was served by the very host it calls. */
export function isOwnPage(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

interface AppOrigins {
  appId: string;
  origins: string[];
}

function arrange(apps: readonly AppOrigins[], own: string): Known {
  return {
    byApp: new Map(apps.map(({ appId, origins }) => [appId, [own, ...origins]])),
    union: [...new Set([own, ...apps.flatMap(({ origins }) => origins)])],
  };
}
