import { processorIdOf } from "../processor/object-ids.ts";

/** The objects of the processor's events. Only ids and metadata are taken from them; the rest is read again. */
type EventObject = Record<string, unknown>;

/** The subscription of an invoice or a checkout, wherever the version of the API puts it; null for one without. */
export function subscriptionOf({ subscription, parent }: EventObject): string | null {
  const details = fieldOf(parent, "subscription_details");
  return processorIdOf(subscription) ?? processorIdOf(fieldOf(details, "subscription"));
}

export function customerIdOf({ customer }: EventObject): string | null {
  return processorIdOf(customer);
}

/** The object's own id; null for an object without one. */
export function ownIdOf({ id }: EventObject): string | null {
  return processorIdOf(id);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as EventObject)[name] : undefined;
}
