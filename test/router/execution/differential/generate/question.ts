import fc from "fast-check";
import { Kind, visit, type DocumentNode } from "graphql";
import { typenameKey } from "../compare/while-down.ts";
import { computed } from "../graph/computed-fields.ts";
import { askMonolith, publicSchema, subgraphNames, type Question } from "../graph/toy-graph.ts";
import type { FaultKind } from "../graph/world.ts";
import { buildOperation } from "./operation.ts";

/** The numbers that a question is made of. */
export interface Sample {
  numbers: number[];
  trouble: number;
  picks: number[];
}

export const sampleArbitrary: fc.Arbitrary<Sample> = fc.record({
  numbers: fc.array(fc.nat(9_999), { minLength: 250, maxLength: 400, size: "max" }),
  trouble: fc.nat(99),
  picks: fc.array(fc.nat(99_999), { minLength: 6, maxLength: 6 }),
});

/** An operation; in three of ten cases with errors in its fields, in one of ten with a subgraph down. */
export async function buildQuestion({ numbers, trouble, picks }: Sample): Promise<Question> {
  const operation = buildOperation(publicSchema, numbers);
  const isMutation = operation.document.definitions.some(
    (node) => node.kind === Kind.OPERATION_DEFINITION && node.operation === "mutation",
  );
  // What a mutation answers depends on those before it, also on those that never arrived.
  if (trouble < 60 || (trouble >= 90 && isMutation)) return operation;
  if (trouble < 90) return { ...operation, faults: await pickFaults(operation, picks) };
  const document = withTypenames(operation.document);
  return { ...operation, document, down: [subgraphNames[picks[0]! % subgraphNames.length]!] };
}

/** Whether the answer can depend on fields that are lost with another subgraph. */
export function isComputedFrom(text: string): boolean {
  const names = Object.values(computed).flatMap((fields) => Object.keys(fields));
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
}

async function pickFaults(operation: Question, picks: readonly number[]): Promise<Map<string, FaultKind>> {
  const { world } = await askMonolith(operation);
  const coordinates = [...new Set(world.visited)];
  const kinds = ["throw", "throw", "null", "hole"] as const;
  const faults = new Map<string, FaultKind>();
  for (let index = 0; index < 1 + (picks[0]! % 3); index += 1) {
    const coordinate = coordinates[picks[index + 1]! % coordinates.length];
    if (coordinate) faults.set(coordinate, kinds[picks[index + 3]! % kinds.length]!);
  }
  return faults;
}

function withTypenames(document: DocumentNode): DocumentNode {
  const field = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: "__typename" },
    alias: { kind: Kind.NAME, value: typenameKey },
  } as const;
  return visit(document, {
    SelectionSet: (node) => ({ ...node, selections: [field, ...node.selections] }),
  });
}
