import { eventFamilies } from "./event-catalogue.ts";

/**
 * Every event type that clients can receive, in the order of the catalogue. A name that is not in it is never sent
 * outside; other events of the outbox are internal.
 */
export const eventTypes: readonly string[] = eventFamilies.flatMap(({ name, events }) =>
  Object.keys(events).map((event) => `${name}.${event}`),
);

const known = new Set(eventTypes);

/** True for an event that clients can receive. */
export function isEventType(type: string): boolean {
  return known.has(type);
}

/** True for an event type, for `*`, and for `<start>.*` where types begin so. */
export function isEventPattern(pattern: string): boolean {
  if (pattern === "*" || known.has(pattern)) return true;
  return pattern.endsWith(".*") && eventTypes.some((type) => type.startsWith(pattern.slice(0, -1)));
}

/** Every pattern that matches this type: the type itself, its prefixes, and `*`. */
export function patternsOf(type: string): string[] {
  const parts = type.split(".");
  return ["*", ...parts.slice(1).map((_part, index) => `${parts.slice(0, index + 1).join(".")}.*`), type];
}
