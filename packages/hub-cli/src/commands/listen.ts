import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ClientOptions } from "@hub-platform/client/options";
import { send } from "@hub-platform/client/send";
import { connect, type GlobalOptions } from "../connect.ts";
import type { Environment } from "../credentials.ts";
import { forward, targetOf } from "../forward.ts";
import { plain } from "../output.ts";

export interface ListenOptions extends GlobalOptions {
  forwardTo: string;
  events: string;
  endpoint?: string;
  interval: string;
}

interface Delivery {
  id: string;
  eventId: string;
  eventType: string;
  messageId: string;
}

/** Never resolves (RFC 6761): the platform's own attempts end at once, and this program forwards the events. */
const unreachable = "https://hub-listen.invalid";
const pageSize = 100;

/**
 * Forwards the account's events to a port of this machine, signed like deliveries of the platform. Needs no tunnel: it
 * reads the deliveries of a temporary endpoint, which is deleted at the end, or of `--endpoint`. Stops at SIGINT and SIGTERM.
 */
export async function listen(options: ListenOptions, env: Environment): Promise<void> {
  const target = targetOf(options.forwardTo);
  const client = await connect(options, env);
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  const { endpointId, secret, isTemporary } = await openEndpoint(client, options, env);
  try {
    process.stdout.write(`Forwarding ${plain(options.events)} to ${target}\nSigning secret: ${secret}\n`);
    const seen = new Set(
      isTemporary ? [] : (await newDeliveries(client, endpointId, new Set())).map(({ id }) => id),
    );
    process.stdout.write(`Listening on endpoint ${endpointId}. Press Ctrl+C to stop.\n`);
    while (!stop.signal.aborted) {
      for (const delivery of await newDeliveries(client, endpointId, seen)) {
        seen.add(delivery.id);
        const path = `/webhooks/deliveries/${encodeURIComponent(delivery.id)}`;
        const { payload } = (await send(client, { method: "GET", path })).body as { payload: object };
        const outcome = await forward(target, {
          id: delivery.messageId,
          body: JSON.stringify(payload),
          secret,
        });
        process.stdout.write(`${plain(delivery.eventType)} ${delivery.eventId} -> ${outcome}\n`);
      }
      await wait(Number(options.interval) * 1000, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
    if (isTemporary) await send(client, { method: "DELETE", path: `/webhooks/endpoints/${endpointId}` });
  }
}

async function openEndpoint(client: ClientOptions, { endpoint, events }: ListenOptions, env: Environment) {
  if (endpoint !== undefined) {
    // Its own secret is shown once, at its creation.
    const secret = env["HUB_WEBHOOK_SECRET"] ?? newSecret();
    return { endpointId: endpoint, secret, isTemporary: false };
  }
  const body = {
    url: `${unreachable}/${randomUUID()}`,
    description: "hub listen",
    eventTypes: events.split(","),
  };
  const response = await send(client, { method: "POST", path: "/webhooks/endpoints", body });
  const created = response.body as { id: string; secret: string | null };
  return { endpointId: created.id, secret: created.secret ?? newSecret(), isTemporary: true };
}

function newSecret(): string {
  return `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`;
}

/** Deliveries that are not in `seen`, oldest first. */
async function newDeliveries(client: ClientOptions, endpointId: string, seen: ReadonlySet<string>) {
  const found: Delivery[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const search = new URLSearchParams({ endpointId, limit: String(pageSize), offset: String(offset) });
    const { body } = await send(client, { method: "GET", path: `/webhooks/deliveries?${search}` });
    const { deliveries } = body as { deliveries: Delivery[] };
    const fresh = deliveries.filter(({ id }) => !seen.has(id));
    found.push(...fresh);
    if (fresh.length < pageSize) return found.toReversed();
  }
}
