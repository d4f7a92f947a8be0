import {
  isAbstractType,
  isCompositeType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from "graphql";
import { prototypeKey } from "../../../src/text/reserved-names.ts";
import {
  bubble,
  explainNull,
  isMissing,
  refuseShape,
  refuseValue,
  spell,
  type Complete,
  type PathLink,
} from "../complete-value.ts";
import type { ResponsePath } from "../entity-path.ts";
import type { Execution, ResponseObject } from "../execution.types.ts";
import { compileLeaf } from "../project-response.ts";
import {
  collectParts,
  coverOf,
  dependsOnType,
  firstPart,
  type CollectScope,
  type FieldUse,
  type PlacedSet,
} from "./collect-parts.ts";
import type { DeferUsage } from "./defer-usages.ts";

/** One deferred fragment at one object of the response. */
export interface Part {
  usage: DeferUsage;
  path: ResponsePath;
  /** The part it is in; null where that is the first one. */
  parent: Part | null;
  /** Its fields, by the object they are of; some may be other parts' as well. */
  groups: FieldGroup[];
}

/** Fields of one object that the same parts deliver. */
export interface FieldGroup {
  parts: readonly Part[];
  path: ResponsePath;
  link: PathLink;
  source: ResponseObject;
  type: GraphQLCompositeType;
  fields: ReadonlyMap<string, readonly FieldUse[]>;
  cover: number;
  around: ReadonlyMap<DeferUsage, Part>;
}

/** A projected part of the response, with what was found in it for later. */
export interface Projected {
  /** Null when a null had to be taken further up. */
  data: ResponseObject | null;
  parts: Part[];
  groups: FieldGroup[];
  /** The first field that had to be non-null and was not. */
  firstNull: { path: ResponsePath; name: string } | null;
}

export interface PartScope extends CollectScope {
  planKeyOf(node: FieldNode): string;
  isTrusted: boolean;
}

/** A value's place, the selections on it, and the parts it is delivered with. */
interface Place {
  sets: readonly PlacedSet[];
  cover: number;
  around: ReadonlyMap<DeferUsage, Part>;
  above: PathLink | null;
  key: string | number;
}

/**
 * Projects the fetched data part by part: each time the fields of one part, with nulls where they belong, and nothing that
 * was delivered before. A null ends at the part's own objects.
 */
export class PartProjection {
  readonly #scope: PartScope;
  readonly #leaves = new Map<GraphQLLeafType, Complete>();
  #execution: Execution;
  #found: Projected = { data: null, parts: [], groups: [], firstNull: null };

  constructor(scope: PartScope, execution: Execution) {
    this.#scope = scope;
    this.#execution = execution;
  }

  /** The first part. Errors of the projection are added to those of the execution. */
  projectFirst(root: GraphQLObjectType, sets: readonly PlacedSet[], execution: Execution): Projected {
    const place: Place = { sets, cover: firstPart, around: new Map(), above: null, key: "" };
    return this.#project(execution, () => this.#completeObject(root, execution.data, place));
  }

  projectGroup({ link, source, type, fields, ...group }: FieldGroup, execution: Execution): Projected {
    return this.#project(execution, () => {
      const target = createFor(fields);
      let isNull = false;
      for (const [key, uses] of fields) {
        const completed = this.#completeField(type, source, uses, { ...group, sets: [], above: link, key });
        if (completed === bubble) isNull = true;
        else if (completed !== undefined) target[key] = completed;
      }
      return isNull ? bubble : target;
    });
  }

  #project(execution: Execution, complete: () => unknown): Projected {
    const found: Projected = { data: null, parts: [], groups: [], firstNull: null };
    this.#execution = execution;
    this.#found = found;
    const data = complete();
    if (data === bubble || data === null) return { ...found, parts: [], groups: [] };
    return { ...found, data: data as ResponseObject };
  }

  #complete(type: GraphQLOutputType, value: unknown, place: Place, name: string): unknown {
    if (isNonNullType(type)) {
      const completed = this.#complete(type.ofType, value, place, name);
      if (completed !== null && completed !== bubble) return completed;
      const { above, key } = place;
      if (completed === null) {
        explainNull(this.#execution, { above, key }, name, value);
        this.#found.firstNull ??= { path: spell({ above, key }), name };
      }
      return bubble;
    }
    if (isLeafType(type)) return this.#leaf(type)(value, this.#execution, place.above, place.key);
    const { parts, groups } = this.#found;
    const before = { parts: parts.length, groups: groups.length };
    const completed = this.#completeNullable(type, value, place, name);
    if (completed !== null && completed !== bubble) return completed;
    // What was found in an object that is not shown will not be delivered.
    parts.length = before.parts;
    groups.length = before.groups;
    return null;
  }

  #completeNullable(
    type: Exclude<GraphQLOutputType, GraphQLLeafType>,
    value: unknown,
    place: Place,
    name: string,
  ): unknown {
    if (isListType(type)) return this.#completeList(type.ofType, value, place, name);
    if (isAbstractType(type)) return this.#completeAbstract(type, value, place);
    return isObjectType(type) ? this.#completeObject(type, value, place) : null;
  }

  #completeList(itemType: GraphQLOutputType, value: unknown, place: Place, name: string): unknown {
    const { above, key } = place;
    if (!Array.isArray(value))
      return isMissing(value) ? null : refuseShape(value, this.#execution, above, key);
    const link = { above, key };
    const items = value.map((item, index) =>
      this.#complete(itemType, item, { ...place, above: link, key: index }, name),
    );
    return items.includes(bubble) ? null : items;
  }

  /** As the projection of whole responses does it, see `compileProjection`. */
  #completeAbstract(type: GraphQLAbstractType, value: unknown, place: Place): unknown {
    const { schema } = this.#scope;
    const { above, key, sets } = place;
    if (typeof value !== "object" || value === null)
      return isMissing(value) ? null : refuseShape(value, this.#execution, above, key);
    const typeName = (value as ResponseObject)["__typename"];
    const named = typeof typeName === "string" ? schema.getType(typeName) : undefined;
    const isSubtype =
      named === type || (isCompositeType(named) && !isUnionType(named) && schema.isSubType(type, named));
    if (isObjectType(named) && isSubtype) return this.#completeObject(named, value, place);
    if (typeName !== undefined && !isSubtype) return refuseUnknown(value, this.#execution, above, key);
    const known = (typeName === undefined ? type : named) as GraphQLAbstractType;
    if (!dependsOnType(known, sets, this.#scope)) return this.#completeObject(known, value, place);
    explainNull(this.#execution, { above, key }, `${known.name}.__typename`, null);
    return null;
  }

  #completeObject(type: GraphQLCompositeType, value: unknown, place: Place): unknown {
    const { above, key, cover } = place;
    if (isMissing(value)) return null;
    if (typeof value !== "object" || Array.isArray(value))
      return refuseShape(value, this.#execution, above, key);
    const source = value as ResponseObject;
    const groupsBefore = this.#found.groups.length;
    const link = { above, key };
    const { fields, opened } = collectParts(place.sets, type, this.#scope);
    const around = opened.length > 0 ? this.#openParts(opened, place.around, link) : place.around;
    const target = createFor(fields);
    const later = new Map<number, Map<string, FieldUse[]>>();
    let isNull = false;
    for (const [name, uses] of fields) {
      const own = coverOf(uses);
      if (own === cover) {
        const at: Place = { sets: [], cover, around, above: link, key: name };
        const completed = this.#completeField(type, source, uses, at);
        if (completed === bubble) isNull = true;
        else if (completed !== undefined) target[name] = completed;
      } else {
        const group = later.get(own) ?? new Map<string, FieldUse[]>();
        later.set(own, group.set(name, uses));
      }
    }
    if (isNull) return bubble;
    const groups = [...later].map(([own, group]) =>
      newGroup(own, { link, source, type, fields: group, around }),
    );
    // Objects before what is in them.
    this.#found.groups.splice(groupsBefore, 0, ...groups);
    return target;
  }

  /** Undefined for a field that the type does not have. */
  #completeField(
    type: GraphQLCompositeType,
    source: ResponseObject,
    uses: readonly FieldUse[],
    at: Place,
  ): unknown {
    const { node } = uses[0]!;
    const name = node.name.value;
    const { above, key } = at;
    if (name === "__typename") {
      if (isObjectType(type)) return type.name;
      explainNull(this.#execution, { above, key }, `${type.name}.__typename`, undefined);
      return bubble;
    }
    if (isUnionType(type)) return undefined;
    const value = source[this.#scope.planKeyOf(node)];
    // Introspection is answered by the router itself, complete as it is.
    if (name === "__schema" || name === "__type") return value ?? null;
    const field = type.getFields()[name];
    if (!field) return undefined;
    const sets = uses.flatMap(({ node: { selectionSet: set }, usage }) => (set ? [{ set, usage }] : []));
    return this.#complete(field.type, value, { ...at, sets }, `${type.name}.${name}`);
  }

  #openParts(
    opened: readonly DeferUsage[],
    outer: ReadonlyMap<DeferUsage, Part>,
    link: PathLink,
  ): ReadonlyMap<DeferUsage, Part> {
    const around = new Map(outer);
    const path = spell(link);
    for (const usage of opened) {
      const parent = usage.parent ? (around.get(usage.parent) ?? null) : null;
      const part: Part = { usage, path, parent, groups: [] };
      around.set(usage, part);
      this.#found.parts.push(part);
    }
    return around;
  }

  #leaf(type: GraphQLLeafType): Complete {
    let complete = this.#leaves.get(type);
    if (!complete) this.#leaves.set(type, (complete = compileLeaf(type, this.#scope)));
    return complete;
  }
}

function newGroup(cover: number, group: Omit<FieldGroup, "cover" | "parts" | "path">): FieldGroup {
  const parts = [...group.around.values()].filter(({ usage }) => cover & (1 << usage.index));
  return { ...group, cover, parts, path: spell(group.link) };
}

const refuseUnknown = refuseValue("The subgraph returned an object of a type that this graph does not have.");

/** Only an assignment to this key would change the object instead of adding to it. */
function createFor(fields: ReadonlyMap<string, unknown>): ResponseObject {
  return fields.has(prototypeKey) ? (Object.create(null) as ResponseObject) : {};
}
