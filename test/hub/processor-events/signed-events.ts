import { Stripe } from "stripe";
import { newId } from "../../../src/ids.ts";

const { webhooks } = new Stripe("sk_test_x");

export interface EventFacts {
  id?: string;
  type?: string;
  created?: number;
  livemode?: boolean;
  object?: Record<string, unknown>;
}

/** The text of an event as the processor formats it: indented, so that reserializing it changes the bytes. */
export function eventBody(facts: EventFacts = {}): string {
  const { id = newId("evt"), type = "sample.happened", livemode = false, object = { id: "obj_1" } } = facts;
  const created = facts.created ?? Math.floor(Date.now() / 1000);
  const event = { id, object: "event", api_version: "2026-10-28.endive", created, data: { object } };
  return JSON.stringify({ ...event, livemode, pending_webhooks: 1, request: null, type }, null, 2);
}

/** The header that the processor's own SDK makes for a body. */
export function signatureOf(
  payload: string,
  secret: string,
  { at = new Date(), scheme = "v1" }: { at?: Date; scheme?: string } = {},
): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  return webhooks.generateTestHeaderString({ payload, secret, timestamp, scheme });
}
