import {
  Kind,
  parseType,
  visit,
  type DirectiveNode,
  type DocumentNode,
  type SelectionNode,
  type ValueNode,
} from "graphql";
import { typenameKey } from "../compare/while-down.ts";
import type { Choices } from "./choices.ts";

/** Variables of added conditions. The last one may be omitted. */
const names = ["c0", "c1", "c2"] as const;

/** Puts conditions on fields and fragments where the numbers say so, besides those that are there. */
export function addConditions(document: DocumentNode, choices: Choices): DocumentNode {
  const used = new Set<string>();
  const value = (): ValueNode => {
    if (choices.chance(15)) return { kind: Kind.BOOLEAN, value: choices.chance(50) };
    const name = choices.of(names);
    used.add(name);
    return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } };
  };
  const condition = (name: string): DirectiveNode => ({
    kind: Kind.DIRECTIVE,
    name: { kind: Kind.NAME, value: name },
    arguments: [{ kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: "if" }, value: value() }],
  });
  const add = <Node extends SelectionNode>(node: Node): Node | undefined => {
    const isNeeded = node.kind === Kind.FIELD && node.alias?.value === typenameKey;
    if (isNeeded || node.directives?.length || !choices.chance(40)) return undefined;
    const kinds = choices.chance(20) ? ["skip", "include"] : [choices.of(["include", "skip"])];
    return { ...node, directives: kinds.map(condition) };
  };
  const added = visit(document, { Field: add, InlineFragment: add, FragmentSpread: add });
  return visit(added, {
    OperationDefinition: (node) => ({
      ...node,
      variableDefinitions: [
        ...(node.variableDefinitions ?? []),
        ...names.filter((name) => used.has(name)).map(definitionOf),
      ],
    }),
  });
}

function definitionOf(name: (typeof names)[number]) {
  const isOptional = name === names.at(-1);
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    type: parseType(isOptional ? "Boolean" : "Boolean!"),
    ...(isOptional && { defaultValue: { kind: Kind.BOOLEAN, value: true } as const }),
  } as const;
}

/** All values of the variables of added conditions. */
export const conditionValues = [true, false].flatMap((c0) =>
  [true, false].flatMap((c1): Record<string, boolean>[] => [
    { c0, c1 },
    { c0, c1, c2: true },
    { c0, c1, c2: false },
  ]),
);
