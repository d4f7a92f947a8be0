import DataLoader from "dataloader";
import type { ChannelListener } from "../../src/db/channel-listener.ts";
import type { RequestContext } from "../../src/context.ts";
import type { KeyRing } from "../../src/crypto.ts";
import type { EventFanOut } from "../../src/jobs/event-fan-out.ts";
import { App } from "./apps/app.entity.ts";
import type { CallerRows } from "./identity/caller.rows.ts";
import type { WebhookSender } from "./webhooks/webhook-sender.port.ts";

/** What the hub needs of its surroundings. */
export interface HubPorts {
  /** Pepper of the keyed hash that API keys are stored as. */
  keyPepper: string;
  /** Seals what must not be readable in the database. */
  keyRing: KeyRing;
  /** Reaches the receivers of webhooks. */
  webhooks: WebhookSender;
  /** The rows behind credentials that this process remembers. */
  callers: CallerRows;
  /** What the hub's database announces to every process. */
  notices: ChannelListener;
  /** Wakes who waits for committed events. */
  events: EventFanOut;
}

/** Batching readers of one request. */
export interface HubLoaders {
  apps: DataLoader<string, App | null>;
}

/** A request as the hub's resolvers and use cases see it. */
export interface HubContext extends RequestContext {
  ports: HubPorts;
  loaders: HubLoaders;
}

export function createHubLoaders(ctx: RequestContext): HubLoaders {
  return {
    apps: new DataLoader(async (appIds: readonly string[]) => {
      const rows = await ctx.em.find(App, { appId: { $in: [...appIds] }, status: "active" });
      const byId = new Map(rows.map((row) => [row.appId, row]));
      return appIds.map((appId) => byId.get(appId) ?? null);
    }),
  };
}
