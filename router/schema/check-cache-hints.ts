import { Kind, parse, print } from "graphql";
import { checkableFacts } from "./checkable-facts.ts";
import type { CachedField, CacheFacts } from "./cache-facts.ts";
import { argument, named } from "./directive-values.ts";

const scopes = ["public", "shared"];
/** Longest lifetime: one day. An event that is lost must not serve old data for longer. */
const maxAgeSeconds = 86_400;
/** As channels carry them. */
const eventName = /^[a-z][a-z0-9.-]{0,62}$/;

/**
 * What is wrong with the `@cacheable` of a supergraph, one sentence each. A response may only be cached when it is the
 * same for every admitted principal and costs nothing, so a hint is refused where the field, or anything that can be
 * selected below it, has an owner, a price, or an access rule that the router cannot check on its own.
 * `ownedTypes` are types whose rows have an owner.
 */
export function findHintFaults(facts: CacheFacts, ownedTypes: ReadonlySet<string> = new Set()): string[] {
  const faults: string[] = [];
  for (const [typeName, fields] of facts.objects) {
    for (const [fieldName, field] of fields) {
      if (!field.hint) continue;
      const coordinate = `${typeName}.${fieldName}`;
      faults.push(...placeFaults(coordinate, typeName, field));
      if (field.hint.maxAge <= 0) continue;
      faults.push(...reachFaults(coordinate, { typeName, field }, { facts, ownedTypes }));
    }
  }
  return [...new Set(faults)];
}

function placeFaults(coordinate: string, typeName: string, { hint }: CachedField): string[] {
  const faults: string[] = [];
  const { maxAge, scope, events } = hint!;
  if (typeName === "Mutation" || typeName === "Subscription")
    faults.push(`${coordinate} is no read, so it cannot be cached`);
  if (!Number.isInteger(maxAge) || maxAge < 0 || maxAge > maxAgeSeconds)
    faults.push(`${coordinate}: maxAge must be 0 to ${maxAgeSeconds} seconds`);
  if (maxAge > 0 && !scopes.includes(scope ?? ""))
    faults.push(`${coordinate}: scope must be public or shared`);
  for (const event of events)
    if (!eventName.test(event)) faults.push(`${coordinate}: the event ${JSON.stringify(event)} has no name`);
  return faults;
}

interface Gate {
  facts: CacheFacts;
  ownedTypes: ReadonlySet<string>;
}

/** Faults of the field and of all that a fetch with it may cache: its value types, to their entities. */
function reachFaults(
  hinted: string,
  start: { typeName: string; field: CachedField },
  { facts, ownedTypes }: Gate,
): string[] {
  const isPublic = start.field.hint!.scope === "public";
  const faults: string[] = [];
  const seen = new Set<string>();
  const visit = (coordinate: string, typeName: string, field: CachedField): void => {
    const place = coordinate === hinted ? hinted : `${hinted} (through ${coordinate})`;
    const blame = blameOf(field, isPublic);
    if (blame) faults.push(`${place} cannot be cached: ${blame}`);
    if (ownedTypes.has(typeName)) faults.push(`${place} cannot be cached: ${typeName} has an owner`);
    const { typeName: inner } = field;
    if (ownedTypes.has(inner)) faults.push(`${place} cannot be cached: ${inner} has an owner`);
    // An entity is cached by its own hints; without them a fetch that selects it is not cached.
    if (facts.entities.has(inner) || seen.has(inner)) return;
    seen.add(inner);
    for (const [name, next] of facts.objects.get(inner) ?? []) {
      if (next.hint?.maxAge !== 0) visit(`${inner}.${name}`, inner, next);
    }
  };
  visit(hinted, start.typeName, start.field);
  return faults;
}

/** Why responses with this field are not the same for everyone; null when they are. */
function blameOf({ access }: CachedField, isPublic: boolean): string | null {
  if (!access) return null;
  if (access.owned) return "it has an owner";
  if (access.cost !== undefined || access.byUse) return "each request is charged";
  if (access.money || access.confirm) return "it moves or commits money";
  if (access.limit !== undefined) return `each request counts in the limit class ${access.limit}`;
  if (!checkableFacts.safeParse(access).success) return "the router cannot check its access rule";
  if (access.auth !== "public" && access.auth !== "caller")
    return `its result depends on the principal (auth: ${access.auth})`;
  if (isPublic && access.auth !== "public") return "its scope is public, but its access rule is not";
  return null;
}

/** Fields that two subgraphs resolve and only one lets the router cache. Keys are the same in all of them. */
export function findHintDisagreements(subgraphs: readonly { name: string; sdl: string }[]): string[] {
  const seen = new Map<string, { subgraph: string; hint: string }>();
  const faults: string[] = [];
  for (const { name, sdl } of subgraphs) {
    for (const [coordinate, hint] of hintsByCoordinate(sdl)) {
      const earlier = seen.get(coordinate);
      if (!earlier) seen.set(coordinate, { subgraph: name, hint });
      else if (earlier.hint !== hint)
        faults.push(
          `${coordinate}: ${earlier.subgraph} says ${earlier.hint || "nothing"}, ${name} says ${hint || "nothing"}`,
        );
    }
  }
  return faults;
}

function hintsByCoordinate(sdl: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const type of parse(sdl, { noLocation: true }).definitions) {
    if (type.kind !== Kind.OBJECT_TYPE_DEFINITION && type.kind !== Kind.OBJECT_TYPE_EXTENSION) continue;
    const keys = new Set(
      named(type.directives, "key").flatMap((node) => String(argument(node, "fields")).split(/[\s{}]+/)),
    );
    for (const field of type.fields ?? []) {
      const name = field.name.value;
      if (keys.has(name) || named(field.directives, "external").length > 0) continue;
      found.set(`${type.name.value}.${name}`, named(field.directives, "cacheable").map(print).join(" "));
    }
  }
  return found;
}
