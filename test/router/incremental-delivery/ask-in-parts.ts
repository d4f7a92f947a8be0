import fc from "fast-check";
import { getOperationAST, isInterfaceType, print, type DocumentNode } from "graphql";
import { isIncremental } from "../../../router/execution/incremental/incremental.types.ts";
import { openGraph, type OpenGraph } from "../../federation/suite/open-graph.ts";
import type { SuiteCase, SuiteGraph } from "../../federation/suite/suite.types.ts";
import { withoutPollution } from "../../support/global-objects.ts";
import { Choices } from "../execution/differential/generate/choices.ts";
import { buildOperation } from "../execution/differential/generate/operation.ts";
import type { CarefulPlanner } from "../execution/differential/plan/careful-planner.ts";
import { findInvalidFetches } from "../execution/differential/plan/invalid-fetches.ts";
import { addDefers } from "./add-defers.ts";
import { mergeParts, partDifferences, type Payload } from "./merge-parts.ts";

const aliases = ["a", "x1", "toString", "constructor", "hasOwnProperty", "valueOf", "id"];

export interface PartsTally {
  asked: number;
  /** Operations that were answered in parts. */
  inParts: number;
  /** Parts that were completed without data. */
  failed: number;
  unplanned: number;
}

/** Asks an operation for its parts; null for one that the door refuses as too complex. */
export type AskPayloads = (open: OpenGraph, asked: SuiteCase) => Promise<Payload[] | null>;

/** The payloads of an operation in this process; one of a result that has no parts. */
export const askPayloads: AskPayloads = async (open, asked) => {
  const result = await open.askInParts(asked);
  const payloads: unknown[] = [];
  if (!isIncremental(result)) payloads.push({ ...result, hasNext: false });
  else {
    payloads.push(result.initial);
    for await (const payload of result.later) payloads.push(payload);
  }
  return JSON.parse(JSON.stringify(payloads)) as Payload[];
};

const numbersArbitrary = fc.array(fc.nat(9_999), { minLength: 120, maxLength: 200, size: "max" });

/**
 * Asks generated operations with `@defer` at random places, with failing fields too, and throws at the first one whose
 * parts do not make up the response that the same operation has without `@defer`.
 */
export async function askGraphInParts(
  graph: SuiteGraph,
  planner: CarefulPlanner,
  ask: AskPayloads,
  options: { runs: number; seed: number },
): Promise<PartsTally> {
  const open = await openGraph(graph);
  planner.use(open.supergraphSdl);
  const traits = {
    aliases,
    isFlatBelow: (_: string, type: Parameters<typeof isInterfaceType>[0]) =>
      isInterfaceType(type) && open.interfaceObjects.has(type.name),
  };
  const tally: PartsTally = { asked: 0, inParts: 0, failed: 0, unplanned: 0 };
  const property = fc.asyncProperty(numbersArbitrary, numbersArbitrary, async (numbers, places) => {
    const built = buildOperation(open.publicSchema, numbers, traits);
    // What a mutation's later fields change may be seen in parts of earlier ones.
    if (writesTwice(built.document)) return;
    const choices = new Choices(places);
    const { document, variables } = addDefers(built.document, choices);
    const faults = choices.chance(30) ? [choices.of(coordinatesOf(open))] : [];
    const whole: SuiteCase = { query: print(built.document), variables: built.variables, faults };
    const asked = { query: print(document), variables: { ...built.variables, ...variables }, faults };
    const planned = await planner.plan(whole.query, built.variables);
    if (!("plan" in planned) || findInvalidFetches(planned.plan, open.subgraphSchemas).length > 0) {
      tally.unplanned += 1;
      return;
    }
    const expected = await open.askInProcess(whole);
    const payloads = await withoutPollution(() => ask(open, asked));
    if (!payloads) return;
    tally.asked += 1;
    const merged = mergeParts(payloads);
    if (payloads.length > 1) tally.inParts += 1;
    tally.failed += merged.failed.length;
    const found = partDifferences(merged, JSON.parse(JSON.stringify(expected)) as never);
    if (found.length > 0)
      throw new Error(
        [
          asked.query,
          JSON.stringify(asked.variables),
          ...faults,
          ...found,
          JSON.stringify(payloads),
          JSON.stringify(expected),
        ].join("\n"),
      );
  });
  const { runs: numRuns, seed } = options;
  const result = await fc.check(property, { numRuns, seed, endOnFailure: true });
  await open.close();
  if (result.failed)
    throw new Error(`${graph.name}, seed ${seed}: ${(result.errorInstance as Error).message}`);
  return tally;
}

function writesTwice(document: DocumentNode): boolean {
  const { operation, selectionSet } = getOperationAST(document)!;
  return operation === "mutation" && selectionSet.selections.length > 1;
}

/** Fields of objects, which subgraphs can be made to fail at. */
function coordinatesOf({ publicSchema }: OpenGraph): string[] {
  return Object.values(publicSchema.getTypeMap()).flatMap((type) =>
    type.name.startsWith("__") || !("getFields" in type) || !("getInterfaces" in type)
      ? []
      : Object.keys(type.getFields()).map((field) => `${type.name}.${field}`),
  );
}
