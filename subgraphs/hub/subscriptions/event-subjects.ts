import { z } from "zod";

/** The objects of the processor's events. Only ids and metadata are taken from them; the rest is read again. */

const id = z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)]);
const optionalId = id.nullish().catch(null);

const withSubscription = z.object({
  subscription: optionalId,
  parent: z
    .object({ subscription_details: z.object({ subscription: optionalId }).nullish().catch(null) })
    .nullish()
    .catch(null),
});
const withCustomer = z.object({ customer: optionalId });
const withId = z.object({ id: z.string() });

/** The subscription of an invoice or a checkout, wherever the version of the API puts it; null for one without. */
export function subscriptionOf(object: Record<string, unknown>): string | null {
  const { subscription, parent } = withSubscription.parse(object);
  return subscription ?? parent?.subscription_details?.subscription ?? null;
}

export function customerIdOf(object: Record<string, unknown>): string | null {
  return withCustomer.parse(object).customer ?? null;
}

/** The object's own id. Throws for an object without one. */
export function ownIdOf(object: Record<string, unknown>): string {
  return withId.parse(object).id;
}
