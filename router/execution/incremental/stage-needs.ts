import type { FlattenNodePathSegment, RequiresSelection } from "@graphql-hive/router-query-planner";
import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import type { DeferredSelections, DeferUsage } from "./defer-usages.ts";

/**
 * Which stages need a field, by its keys in the plan's data from the root. Stage 0 is the first part, the others are
 * those of the `@defer`s. Type conditions are passed over: to need too much only costs time.
 */
export class StageNeeds {
  readonly #parent: StageNeeds | null;
  readonly #children = new Map<string, StageNeeds>();
  /** One bit per stage. */
  #stages = 0;
  /** True where the response may depend on the type of the object. */
  #isAbstract = false;

  constructor(parent: StageNeeds | null = null) {
    this.#parent = parent;
  }

  /** The stages that need the field, earliest first. */
  stagesOf(key: string): number[] {
    const child = this.#children.get(key);
    let bits = child ? child.#stages : 0;
    // Whether a deferred fragment applies is decided together with the object.
    if (key === "__typename" && this.#isAbstract) bits |= this.#stages;
    const stages: number[] = [];
    for (let stage = 0; bits !== 0; stage++, bits >>>= 1) if (bits & 1) stages.push(stage);
    return stages;
  }

  child(key: string): StageNeeds {
    let child = this.#children.get(key);
    if (!child) this.#children.set(key, (child = new StageNeeds(this)));
    return child;
  }

  /** The needs at the place of a fetch. */
  at(path: readonly FlattenNodePathSegment[]): StageNeeds {
    return path.reduce<StageNeeds>(
      (node, segment) => (segment !== "@" && "Field" in segment ? node.child(segment.Field) : node),
      this,
    );
  }

  /** Notes that a stage needs the field, and the way to it. */
  need(stage: number): void {
    const bit = 1 << stage;
    if (this.#stages & bit) return;
    this.#stages |= bit;
    this.#parent?.need(stage);
  }

  /** Notes what representations of a fetch are made of. */
  require(selections: readonly RequiresSelection[], stage: number): void {
    this.need(stage);
    for (const selection of selections) {
      if (selection.kind === "FragmentSpread") continue;
      if (selection.kind === "InlineFragment") this.require(selection.selections, stage);
      else this.child(selection.name).require(selection.selections ?? [], stage);
    }
  }

  markAbstract(): void {
    this.#isAbstract = true;
  }
}

interface NeedScope {
  schema: GraphQLSchema;
  planKeyOf(node: FieldNode): string;
}

/** What the client's selections need of the plan's data. */
export function readNeeds(
  { selectionSet, usageOf }: DeferredSelections,
  root: GraphQLCompositeType,
  { schema, planKeyOf }: NeedScope,
): StageNeeds {
  const needs = new StageNeeds();
  needs.need(0);
  const mark = (
    set: SelectionSetNode,
    type: GraphQLCompositeType,
    usage: DeferUsage | null,
    node: StageNeeds,
  ): void => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const child = node.child(planKeyOf(selection));
        child.need(usage?.index ?? 0);
        const field = "getFields" in type ? type.getFields()[selection.name.value] : undefined;
        const below = getNamedType(field?.type);
        if (!selection.selectionSet || !isCompositeType(below)) continue;
        if (isAbstractType(below)) child.markAbstract();
        mark(selection.selectionSet, below, usage, child);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition && schema.getType(selection.typeCondition.name.value);
        const inner = usageOf.get(selection) ?? usage;
        mark(selection.selectionSet, isCompositeType(on) ? on : type, inner, node);
      }
    }
  };
  mark(selectionSet, root, null, needs);
  return needs;
}
