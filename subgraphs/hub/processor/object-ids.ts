/**
 * The id of an object that the processor names: its text, or that of the expanded object. Null for none, and for what is
 * no id: letters, digits and underscores, at most 255 (docs.stripe.com/upgrades, "object IDs"). No request is made from
 * anything else.
 */
export function processorIdOf(value: unknown): string | null {
  const text = typeof value === "object" && value !== null ? (value as { id?: unknown }).id : value;
  return typeof text === "string" && text.length <= 255 && /^\w+$/.test(text) ? text : null;
}
