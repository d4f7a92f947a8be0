import type { GraphQLLeafType } from "graphql";
import type { Place, PlacedField } from "./data-places.ts";
import { inside } from "./data-places.ts";

/** Variables of generated code that hold an object of a place, one for each of its sources. */
export type PlaceVariables = readonly (string | null)[];

/** What the generated functions return in place of a result when they meet what they were not made for. */
export const giveUp = "return null;";

/**
 * Collects the lines of one generated function. Every name in the code is made here, and every text that is not is
 * written by `quote`: no text of a document or a schema is ever code.
 */
export class CodeWriter {
  readonly #lines: string[] = [];
  readonly #lists = new Map<number, string>();
  /** Counters of the current walk, by slot. */
  readonly #walk = new Map<number, string>();
  readonly #counters: string[] = [];
  #names = 0;

  /** A new name. */
  name(): string {
    return `v${this.#names++}`;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  /** Declares a constant and returns its name. */
  constant(expression: string): string {
    const name = this.name();
    this.line(`const ${name} = ${expression};`);
    return name;
  }

  /** The constant that holds a slot of the run's state. */
  slot(slot: number): string {
    let list = this.#lists.get(slot);
    if (list === undefined) this.#lists.set(slot, (list = this.name()));
    return list;
  }

  /**
   * The entity of the next object of a place, from the list in a slot: each walk meets the objects in one order, and each
   * of them once.
   */
  nextOf(slot: number): string {
    let next = this.#walk.get(slot);
    if (next === undefined) {
      this.#walk.set(slot, (next = this.name()));
      this.#counters.push(next);
    }
    return `${this.slot(slot)}[${next}++] ?? nothing`;
  }

  /** Begins another walk over the data, from its first object. */
  startWalk(): void {
    this.#walk.clear();
  }

  /** The lines after the constants and counters of the slots that they use. */
  body(): string {
    const lists = [...this.#lists].map(([slot, list]) => `const ${list} = slots[${slot}];`);
    const counters = this.#counters.map((next) => `let ${next} = 0;`);
    return [...lists, ...counters, ...this.#lines].join("\n");
  }
}

/** A text as a literal of generated code. */
export function quote(text: string): string {
  return JSON.stringify(text);
}

/** Reads a field: the value of the last fetch that has one. */
export function readField(key: string, { sources }: PlacedField, variables: PlaceVariables): string {
  return sources
    .toReversed()
    .map((source) => `${variables[source]}[${quote(key)}]`)
    .join(" ?? ");
}

/** Declares the variables of those sources of an object's place that are used; `object` is the one inside its parent. */
export function openPlace(
  writer: CodeWriter,
  { sources }: Place,
  object: string | null,
  used: ReadonlySet<number>,
): PlaceVariables {
  return sources.map((source, index) => {
    if (source === inside) return object;
    if (!used.has(index)) return null;
    return object === null ? writer.slot(source) : writer.constant(writer.nextOf(source));
  });
}

/** The sources that have one of these fields. */
export function sourcesOf({ fields }: Place, keys: Iterable<string>): Set<number> {
  const used = new Set<number>();
  for (const key of keys) for (const source of fields.get(key)?.sources ?? []) used.add(source);
  return used;
}

/** Gives up on what is no object. */
export function refuseNonObject(writer: CodeWriter, value: string): void {
  writer.line(`if (typeof ${value} !== "object" || Array.isArray(${value})) ${giveUp}`);
}

/** Tests of leaf values, which generated code calls by their index. */
export class LeafTests {
  readonly tests: ((value: unknown) => boolean)[] = [];
  readonly #indexes = new Map<GraphQLLeafType, number>();

  /** The call of a type's test on a value. */
  call(type: GraphQLLeafType, test: (value: unknown) => boolean, value: string): string {
    let index = this.#indexes.get(type);
    if (index === undefined) {
      index = this.tests.push(test) - 1;
      this.#indexes.set(type, index);
    }
    return `tests[${index}](${value})`;
  }
}
