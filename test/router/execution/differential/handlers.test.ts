import { parse } from "graphql";
import { expect, test } from "vitest";
import { nodeHandlers, type NodeHandlers } from "../../../../router/execution/compile-plan.ts";
import { createCompiledExecutor } from "../../../../router/execution/executor.ts";
import { directedDocuments } from "./directed-documents.ts";
import { askRouter, subgraphs, supergraphSdl } from "./graph/toy-graph.ts";
import { judge } from "./run.ts";

const kinds = Object.keys(nodeHandlers) as (keyof typeof nodeHandlers)[];

/** What is wrong with the answers to all directed documents, by document. */
async function findFaultsWith(handlers: NodeHandlers): Promise<string[]> {
  const answerer = askRouter(await createCompiledExecutor(supergraphSdl, subgraphs, new Map(), { handlers }));
  const faulty: string[] = [];
  for (const [about, text, variables = {}] of directedDocuments) {
    const faults = await judge(answerer, { document: parse(text), variables });
    if (faults.length > 0) faulty.push(`${about}: ${faults.join("; ")}`);
  }
  return faulty;
}

test("with every handler the directed documents are answered as by one schema", async () => {
  expect(await findFaultsWith(nodeHandlers)).toEqual([]);
});

test.each(kinds)("without a handler of %s nodes some directed document is not answered", async (kind) => {
  const { [kind]: _, ...others } = nodeHandlers;
  expect(await findFaultsWith(others)).not.toEqual([]);
});

test.each(kinds)("a handler of %s nodes that does nothing gives some wrong answer", async (kind) => {
  const faulty = await findFaultsWith({ ...nodeHandlers, [kind]: () => () => undefined });
  expect(faulty).not.toEqual([]);
});

test("a parallel node that leaves out its last branch gives some wrong answer", async () => {
  const faulty = await findFaultsWith({
    ...nodeHandlers,
    Parallel: (node, scope) => nodeHandlers.Parallel({ ...node, nodes: node.nodes.slice(0, -1) }, scope),
  });
  expect(faulty).not.toEqual([]);
});

test("a sequence that does not wait gives some wrong answer", async () => {
  const faulty = await findFaultsWith({
    ...nodeHandlers,
    Sequence: ({ nodes }, scope) => nodeHandlers.Parallel({ kind: "Parallel", nodes }, scope),
  });
  expect(faulty).not.toEqual([]);
});
