import { newId } from "../../../src/ids.ts";
import { acceptEvent } from "../../../subgraphs/hub/webhooks/accept-event.service.ts";
import { deliverDue } from "../../../subgraphs/hub/webhooks/deliver.service.ts";
import { createEndpoint } from "../../../subgraphs/hub/webhooks/endpoints.service.ts";
import type { EmittedEvent } from "../../../subgraphs/hub/webhooks/event-body.ts";
import type { HubApp } from "../support/hub-app.ts";

/** A new owner with an endpoint at this URL. */
export async function createEndpointAt(
  app: HubApp,
  url: string,
  overrides: { ownerId?: string; eventTypes?: string[]; appId?: string; at?: Date } = {},
): Promise<{ ownerId: string; endpointId: string; secret: string }> {
  const { ownerId = newId("usr"), eventTypes = ["*"], appId, at } = overrides;
  const ctx = app.contextFor(ownerId, at ? { at } : {});
  const endpoint = await createEndpoint(ctx, { url, eventTypes, ...(appId ? { appId } : {}) });
  return { ownerId, endpointId: endpoint.id, secret: endpoint.secret! };
}

let sequence = 0;

/** An event as a subgraph's relay hands it over. */
export function newEvent(ownerId: string, overrides: Partial<EmittedEvent> = {}): EmittedEvent {
  sequence += 1;
  return {
    id: newId("evt"),
    type: "invoice.paid",
    objectId: "inv_1",
    appId: "invoicer",
    ownerId,
    payload: { object: { invoiceId: "inv_1", status: "paid", total: 12.5 }, previous: { status: "sent" } },
    sequence,
    createdAt: new Date(),
    ...overrides,
  };
}

/** The hub takes an event over at this moment. Answers it. */
export async function accept(
  app: HubApp,
  ownerId: string,
  { at, ...overrides }: Partial<EmittedEvent> & { at?: Date } = {},
): Promise<EmittedEvent> {
  const event = newEvent(ownerId, overrides);
  await acceptEvent(app.contextFor(null, at ? { at } : {}), event);
  return event;
}

/** Delivers all due deliveries of this time. */
export function deliverAt(app: HubApp, at: Date): Promise<number> {
  return deliverDue(app.contextFor(null, { at }));
}

export interface StoredDelivery {
  id: string;
  status: string;
  tries: number;
  nextAttemptAt: Date | null;
}

/** The deliveries of an owner, in the order in which they were made. */
export function deliveriesOf(app: HubApp, ownerId: string): Promise<StoredDelivery[]> {
  return app.database.query<StoredDelivery>(
    `SELECT id, status, tries, next_attempt_at AS "nextAttemptAt" FROM hub.webhook_deliveries WHERE owner_id = $1 ORDER BY id`,
    [ownerId],
  );
}
