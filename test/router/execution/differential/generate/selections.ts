import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isUnionType,
  Kind,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { chooseArguments } from "./arguments.ts";
import type { Choices } from "./choices.ts";
import type { Variables } from "./variables.ts";

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** None is also a field: what a plan adds for itself must not collide with them (directed documents have those). */
const plainAliases = ["a", "b", "x1", "__x", "firstOne", "other"];

/** How operations are drawn from a graph. */
export interface GraphTraits {
  /** Response keys besides the fields' own names. */
  aliases?: readonly string[];
  /** True for a field below which the planner goes wrong over type conditions. */
  isFlatBelow?(coordinate: string, type: GraphQLNamedType): boolean;
}

/** Response keys in use at one place of the answer, with what they mean and the keys below them. */
interface Scope {
  keys: Map<string, { meaning: string; below: Scope }>;
  /** False where the planner goes wrong over type conditions, or over the order of what is in fragments. */
  mayBranch: boolean;
}

/**
 * Fields that answer with an interface object. The planner (0.0.38) merges the fetches of several type conditions
 * there, but asks for the entities of one type only; no executor can make a right answer of such a plan.
 */
const interfaceObjects: ReadonlySet<string> = new Set([
  "Query.reviewed",
  "Review.product",
  "ReviewPayload.product",
]);

/** The toy graph. */
const toyTraits: Required<GraphTraits> = {
  aliases: plainAliases,
  isFlatBelow: (coordinate) => interfaceObjects.has(coordinate),
};

export function emptyScope(mayBranch = true): Scope {
  return { keys: new Map(), mayBranch };
}

/** Draws selections from a schema until the budget of fields is spent. */
export class Selections {
  readonly fragments: FragmentDefinitionNode[] = [];
  private left: number;
  private readonly schema: GraphQLSchema;
  private readonly choices: Choices;
  private readonly variables: Variables;

  private readonly traits: Required<GraphTraits>;

  constructor(
    schema: GraphQLSchema,
    { choices, variables }: { choices: Choices; variables: Variables },
    budget: number,
    traits: GraphTraits = {},
  ) {
    this.traits = { ...toyTraits, ...traits };
    this.schema = schema;
    this.choices = choices;
    this.variables = variables;
    this.left = budget;
  }

  choose(type: GraphQLCompositeType, depth: number, scope: Scope): SelectionSetNode {
    const selections: SelectionNode[] = [];
    const rounds = 1 + this.choices.below(depth > 1 ? 4 : 2);
    for (let round = 0; round < rounds; round += 1) {
      if (round > 0 && this.left <= 0) break;
      const selection = this.chooseOne(type, depth, scope);
      if (selection) selections.push(selection);
    }
    if (selections.length === 0) selections.push(this.typename(scope));
    return { kind: Kind.SELECTION_SET, selections };
  }

  private chooseOne(type: GraphQLCompositeType, depth: number, scope: Scope): SelectionNode | null {
    const percent = isUnionType(type) ? 92 : isAbstractType(type) ? 55 : 14;
    if (depth > 0 && scope.mayBranch && this.choices.chance(percent))
      return this.fragment(type, depth, scope);
    if (isUnionType(type) || this.choices.chance(8)) return this.typename(scope);
    const fields = Object.values(type.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) || (depth > 0 && this.left > 0),
    );
    return fields.length === 0 ? null : this.field(this.choices.of(fields), type.name, depth, scope);
  }

  private fragment(type: GraphQLCompositeType, depth: number, scope: Scope): SelectionNode {
    const condition = this.choices.of(this.conditionsFor(type));
    const isPlain = condition === type && this.choices.chance(40);
    const directives = this.directives(12);
    const selectionSet = this.choose(condition, depth - 1, scope);
    if (isPlain || !this.choices.chance(35)) {
      const typeCondition = { kind: Kind.NAMED_TYPE, name: name(condition.name) } as const;
      return { kind: Kind.INLINE_FRAGMENT, selectionSet, directives, ...(isPlain ? {} : { typeCondition }) };
    }
    const fragmentName = `F${this.fragments.length}`;
    this.fragments.push({
      kind: Kind.FRAGMENT_DEFINITION,
      name: name(fragmentName),
      typeCondition: { kind: Kind.NAMED_TYPE, name: name(condition.name) },
      selectionSet,
    });
    return { kind: Kind.FRAGMENT_SPREAD, name: name(fragmentName), directives };
  }

  /** Types that a fragment may name here: implementors and members, interfaces of them, and the type itself. */
  private conditionsFor(type: GraphQLCompositeType): GraphQLCompositeType[] {
    if (!isAbstractType(type)) return [type, ...type.getInterfaces()];
    const members = this.schema.getPossibleTypes(type);
    const interfaces = members.flatMap((member) => member.getInterfaces());
    return [...members, ...members, ...new Set<GraphQLCompositeType>([...interfaces, type])];
  }

  private field(
    field: GraphQLField<unknown, unknown>,
    parent: string,
    depth: number,
    scope: Scope,
  ): FieldNode | null {
    const node: FieldNode = {
      kind: Kind.FIELD,
      name: name(field.name),
      arguments: chooseArguments(field, this.choices, this.variables),
      directives: this.directives(10),
    };
    const meaning = JSON.stringify([field.name, node.arguments, String(field.type)]);
    const alias = this.freeKey(field.name, meaning, scope);
    if (alias === null) return null;
    // The planner (0.0.38) runs a mutation twice that stands twice under other conditions.
    if (parent === "Mutation" && scope.keys.has(alias)) return null;
    this.left -= 1;
    const mayBranch = !this.traits.isFlatBelow(`${parent}.${field.name}`, getNamedType(field.type));
    const entry = scope.keys.get(alias) ?? { meaning, below: emptyScope(mayBranch) };
    scope.keys.set(alias, entry);
    const named = getNamedType(field.type);
    const selectionSet = isCompositeType(named)
      ? this.choose(named, Math.max(0, depth - 1), entry.below)
      : undefined;
    return {
      ...node,
      ...(alias === field.name ? {} : { alias: name(alias) }),
      ...(selectionSet ? { selectionSet } : {}),
    };
  }

  private typename(scope: Scope): FieldNode {
    const key = this.choices.chance(30) ? this.freeKey("__typename", "__typename", scope) : "__typename";
    if (key !== null) scope.keys.set(key, { meaning: "__typename", below: emptyScope() });
    const alias = key === null || key === "__typename" ? {} : { alias: name(key) };
    return { kind: Kind.FIELD, name: name("__typename"), ...alias };
  }

  /** A response key that is not taken by something else; null when none was found. */
  private freeKey(fieldName: string, meaning: string, scope: Scope): string | null {
    const isFree = (key: string) => (scope.keys.get(key)?.meaning ?? meaning) === meaning;
    const wanted = this.choices.chance(22) ? this.choices.of(this.traits.aliases) : fieldName;
    return [wanted, fieldName, `${fieldName}${scope.keys.size}`].find(isFree) ?? null;
  }

  private directives(percent: number): DirectiveNode[] {
    if (!this.choices.chance(percent)) return [];
    const kinds = this.choices.chance(15) ? ["skip", "include"] : [this.choices.of(["include", "skip"])];
    return kinds.map((kind) => ({
      kind: Kind.DIRECTIVE,
      name: name(kind),
      arguments: [
        {
          kind: Kind.ARGUMENT,
          name: name("if"),
          value: this.choices.chance(20)
            ? // The planner (0.0.38) forgets an object when literals leave nothing of its selection set.
              { kind: Kind.BOOLEAN, value: kind === "include" }
            : this.variables.useCondition(),
        },
      ],
    }));
  }
}
