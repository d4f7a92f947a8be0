import { GraphQLError, visit, type DocumentNode, type ListValueNode, type ObjectValueNode } from "graphql";
import { inheritedNames, prototypeKey } from "../../src/text/reserved-names.ts";
import { maxInputDepth } from "../../src/text/text-faults.ts";

/**
 * Faults of a parsed document that no executor may meet, checked before anything else: aliases that begin with two
 * underscores, which the specification reserves, variables with inherited names, which compiled code would take for given
 * ones, fields of values that would become the prototype of an object, integers beyond 64 bits, and
 * values nested too deep.
 */
export function literalAndNameFaults(document: DocumentNode): GraphQLError[] {
  const faults: GraphQLError[] = [];
  let depth = 0;
  const nested = {
    enter: (node: ListValueNode | ObjectValueNode) => {
      if (++depth !== maxInputDepth + 1) return;
      const message = `A value must be nested at most ${maxInputDepth} levels deep.`;
      faults.push(new GraphQLError(message, { nodes: node }));
    },
    leave: () => void (depth -= 1),
  };
  visit(document, {
    ListValue: nested,
    ObjectValue: nested,
    Field: ({ alias }) => {
      if (!alias?.value.startsWith("__")) return;
      const message = `The alias "${alias.value}" begins with two underscores, which GraphQL reserves. Use another alias.`;
      faults.push(new GraphQLError(message, { nodes: alias }));
    },
    VariableDefinition: ({ variable }) => {
      const name = variable.name.value;
      if (!inheritedNames.has(name)) return;
      const message = `A variable must not be named "$${name}", which every object inherits. Use another name.`;
      faults.push(new GraphQLError(message, { nodes: variable }));
    },
    IntValue: (node) => {
      if (node.value.length <= maxDigits) return;
      faults.push(
        new GraphQLError(`An integer literal must have at most ${maxDigits} digits.`, { nodes: node }),
      );
    },
    ObjectField: ({ name }) => {
      if (name.value !== prototypeKey) return;
      faults.push(
        new GraphQLError(`A field of a value must not be named "${prototypeKey}".`, { nodes: name }),
      );
    },
  });
  return faults;
}

/** Number of digits of an integer that every executor parses exactly, as 64 bits store them. */
const maxDigits = 18;

/** Faults of literals with the NUL character, which text columns cannot store. */
export function characterFaults(document: DocumentNode): GraphQLError[] {
  const faults: GraphQLError[] = [];
  visit(document, {
    StringValue: (node) => {
      if (!node.value.includes("\0")) return;
      faults.push(new GraphQLError("A string must not contain the NUL character.", { nodes: node }));
    },
  });
  return faults;
}
