import type {
  BatchFetchNode,
  FetchNode,
  FlattenNodePathSegment,
  PlanNode,
  QueryPlan,
} from "@graphql-hive/router-query-planner";
import {
  isObjectType,
  Kind,
  parse,
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { compileRun, type CompileScope, type RunFetch } from "../compile-fetch.ts";
import { printPath } from "../entity-path.ts";
import type { ResponseObject } from "../execution.types.ts";
import { giveUp, LeafTests } from "./code-writer.ts";
import { newPlace, PlaceBuilder, readFetch, type FetchFragments, type Place } from "./data-places.ts";
import { Unsupported } from "./unsupported.ts";
import { readRequires, resolvePath, writeCollection, type CollectedPath } from "./write-collection.ts";
import { writeProjection } from "./write-projection.ts";
import { asObjects, asText, type ResponseForm } from "./response-forms.ts";
import { leafText } from "./written-result.ts";

/** Fetched data by slot: a root fetch's data, or an entity for each object that a path of an entity fetch meets. */
export type Slots = unknown[];

export interface Collected {
  representations: ResponseObject[];
  /** For each path the numbers of the representations, in the order of the objects. */
  numbers: number[][];
}

/** Entities under one alias of a fetch. */
export interface GeneratedPart {
  key: string;
  variable: string;
  /** Null when the data is not as the plan promises. */
  collect: (slots: Slots) => Collected | null;
  /** One for each path. */
  slots: readonly number[];
}

export interface GeneratedFetch {
  node: FetchNode | BatchFetchNode;
  run: RunFetch;
  /** The slot of a root fetch's data; null for a fetch of entities. */
  slot: number | null;
  parts: readonly GeneratedPart[];
}

/** Plan and projection of one shape as generated functions. */
export interface GeneratedPlan {
  /** Fetches that run side by side, stage after stage. */
  stages: readonly (readonly GeneratedFetch[])[];
  /** The fetch of root fields that is all of them; null for other plans. */
  only: GeneratedFetch | null;
  /** The response's data, under the keys of one document; null when the general projection has to make it. */
  project(slots: Slots, keys: readonly string[]): ResponseObject | null;
  /** The same as JSON. Keys are in quotes, with a colon. */
  write(slots: Slots, keys: readonly string[]): string | null;
}

/** The dependencies of generating code. */
interface GeneratorScope extends CompileScope {
  /** The schema with the fields and types that clients do not see. */
  fullSchema: GraphQLSchema;
}

/** An operation in the form in which it is planned. */
export interface PreparedShape {
  plan: QueryPlan;
  /** The prepared document. */
  text: string;
  root: GraphQLObjectType;
  /** Numbers of the aliases by their name in the plan. */
  aliases: ReadonlyMap<string, number>;
}

/** Generates the code of a shape; null for shapes that only the general executor runs. */
export function generatePlan(shape: PreparedShape, scope: GeneratorScope): GeneratedPlan | null {
  try {
    const { stages, root } = new PlanGenerator(scope, shape).generate();
    const tests = new LeafTests();
    const isTrusted = [...scope.subgraphs.values()].every((subgraph) => subgraph.isTrusted);
    const options = { aliases: shape.aliases, isTrusted, tests };
    const { operation } = readFetch(parse(shape.text, { noLocation: true }));
    const { selections } = operation.selectionSet;
    const parameters = ["slots", "keys"];
    const codeOf = (form: ResponseForm) => writeProjection(root, shape.root, { selections, form }, options);
    const project = compile(parameters, codeOf(asObjects), tests) as GeneratedPlan["project"];
    const text = shape.aliases.size > 0 ? codeOf(asText) : giveUp;
    const [first] = stages[0] ?? [];
    const isAlone = stages.length === 1 && stages[0]!.length === 1 && first?.slot === 0;
    return {
      stages,
      only: isAlone ? first : null,
      project,
      write: compile(parameters, text, tests) as GeneratedPlan["write"],
    };
  } catch (error) {
    if (error instanceof Unsupported) return null;
    throw error;
  }
}

type Code = (...given: unknown[]) => unknown;

/** Takes code of this folder only. Stands for a missing entity: `nothing`. Writes leaves: `leafText`. */
function compile(parameters: readonly string[], code: string, tests = new LeafTests()): Code {
  const source = `"use strict"; return (${parameters.join(", ")}) => {\n${code}\n};`;
  // oxlint-disable-next-line typescript/no-implied-eval -- graphql-jit needs the same permission
  const make = new Function("tests", "nothing", "leafText", source) as (...given: unknown[]) => Code;
  return make(tests.tests, nothing, leafText);
}

const nothing: object = Object.freeze(Object.create(null) as object);

class PlanGenerator {
  readonly #scope: GeneratorScope;
  readonly #plan: QueryPlan;
  readonly #root: Place;
  readonly #places: PlaceBuilder;
  #slots = 0;

  constructor(scope: GeneratorScope, { plan, root }: PreparedShape) {
    this.#scope = scope;
    this.#plan = plan;
    const type = scope.fullSchema.getType(root.name);
    if (!isObjectType(type)) throw new Unsupported("a root that is no object");
    this.#root = newPlace(type, []);
    this.#places = new PlaceBuilder(scope.fullSchema);
  }

  generate(): { stages: GeneratedFetch[][]; root: Place } {
    const { node } = this.#plan;
    if (!node) throw new Unsupported("an operation without fetches");
    const nodes = node.kind === "Sequence" ? node.nodes : [node];
    return { stages: nodes.map((stage) => this.#stage(stage)), root: this.#root };
  }

  /** Fetches of one stage know nothing of each other. */
  #stage(node: PlanNode): GeneratedFetch[] {
    const made = (node.kind === "Parallel" ? node.nodes : [node]).map((child) => this.#fetch(child));
    for (const { add } of made) add();
    return made.map(({ fetch }) => fetch);
  }

  #fetch(node: PlanNode): { fetch: GeneratedFetch; add: () => void } {
    if (node.kind === "Fetch") return this.#rootFetch(node);
    if (node.kind === "BatchFetch") return this.#batchFetch(node);
    if (node.kind === "Flatten" && node.node.kind === "Fetch") return this.#entityFetch(node.node, node.path);
    throw new Unsupported(`a ${node.kind} node`);
  }

  #rootFetch(node: FetchNode): { fetch: GeneratedFetch; add: () => void } {
    if (node.outputRewrites?.length) throw new Unsupported("a rewrite");
    const { operation, fragments } = readFetch(parse(node.operation, { noLocation: true }));
    const slot = this.#slots++;
    const add = () => {
      const source = this.#root.sources.push(slot) - 1;
      this.#places.add(this.#root, operation.selectionSet, source, fragments);
    };
    return { fetch: { node, run: compileRun(node, "", this.#scope), slot, parts: [] }, add };
  }

  #entityFetch(
    node: FetchNode,
    path: readonly FlattenNodePathSegment[],
  ): { fetch: GeneratedFetch; add: () => void } {
    if (node.outputRewrites?.length || node.inputRewrites?.length) throw new Unsupported("a rewrite");
    const part = {
      key: "_entities",
      variable: "representations",
      requires: node.requires ?? [],
      paths: [path],
    };
    return this.#entities(node, printPath(path), [part]);
  }

  #batchFetch(node: BatchFetchNode): { fetch: GeneratedFetch; add: () => void } {
    const parts = node.entityBatch.aliases.map((alias) => {
      if (alias.outputRewrites?.length || alias.inputRewrites?.length) throw new Unsupported("a rewrite");
      const { alias: key, representationsVariableName: variable, requires, paths } = alias;
      return { key, variable, requires, paths };
    });
    const printed = parts.flatMap(({ paths }) => paths.map(printPath)).join(", ");
    return this.#entities(node, printed, parts);
  }

  #entities(
    node: FetchNode | BatchFetchNode,
    printed: string,
    parts: readonly EntityPart[],
  ): { fetch: GeneratedFetch; add: () => void } {
    const { operation, fragments } = readFetch(parse(node.operation, { noLocation: true }));
    const additions: (() => void)[] = [];
    const made = parts.map(({ key, variable, requires, paths }): GeneratedPart => {
      const collected = paths.map((path): CollectedPath => {
        const found = resolvePath(this.#root, path);
        const keys = readRequires(requires, found.place.type.name, this.#scope.typeTest);
        return { ...found, keys };
      });
      const slots = collected.map(() => this.#slots++);
      const set = entitiesOf(operation, key);
      collected.forEach(({ place }, index) => {
        additions.push(() => this.#attach(place, slots[index]!, set, fragments));
      });
      const collect = compile(["slots"], writeCollection(collected)) as GeneratedPart["collect"];
      return { key, variable, collect, slots };
    });
    const add = () => additions.forEach((attach) => attach());
    return { fetch: { node, run: compileRun(node, printed, this.#scope), slot: null, parts: made }, add };
  }

  #attach(place: Place, slot: number, set: SelectionSetNode, fragments: FetchFragments): void {
    this.#places.add(place, set, place.sources.push(slot) - 1, fragments);
  }
}

interface EntityPart {
  key: string;
  variable: string;
  requires: NonNullable<FetchNode["requires"]>;
  paths: readonly (readonly FlattenNodePathSegment[])[];
}

function entitiesOf({ selectionSet }: OperationDefinitionNode, key: string): SelectionSetNode {
  const field = selectionSet.selections.find(
    (node): node is FieldNode => node.kind === Kind.FIELD && (node.alias ?? node.name).value === key,
  );
  if (!field?.selectionSet) throw new Unsupported("entities that a fetch does not ask for");
  return field.selectionSet;
}
