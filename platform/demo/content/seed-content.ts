import {
  isObjectType,
  isInterfaceType,
  isUnionType,
  getNamedType,
  parse,
  type DocumentNode,
  type GraphQLSchema,
} from "graphql";
import type { CallContext, RequestContext } from "../../../src/context.ts";
import { insertNamedRow } from "./named-rows.ts";
import { asSystem } from "../../../src/db/transaction.ts";
import { withIdsFrom } from "../../../src/ids.ts";
import type { RunningSubgraph } from "../../../src/graphql/open-subgraph.ts";
import { fixedClock } from "../../../src/time/clock.ts";
import type { ContentStep, DemoContent } from "./content-step.ts";
import type { NamedIds } from "./named-ids.ts";

/** What the seeding of content needs of the platform. */
export interface ContentHost {
  running(subgraph: string): RunningSubgraph;
  /** The platform acting for an account in a subgraph. */
  callFor(subgraph: string, ownerId: string): CallContext;
  contextIn(subgraph: string, ownerId?: string | null): RequestContext;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Runs the steps of the content that is not there yet, one after the other, as the platform for the account: nothing is
 * charged. A run that was interrupted is continued by idempotency keys. Throws when a step fails.
 */
export async function seedContent(host: ContentHost, content: DemoContent, names: NamedIds): Promise<void> {
  const { subgraph, ownerId } = content;
  const running = host.running(subgraph);
  const now = host.callFor(subgraph, ownerId).clock.now();
  for (const step of content.steps) {
    await withIdsFrom(names.of(step), () => runStep(host, running, { content, step, now }));
  }
  const ctx = host.contextIn(subgraph, ownerId);
  await content.decide?.(ctx);
  await asSystem(ctx.em, async (em) => {
    for (const { table, row } of content.rows ?? []) await insertNamedRow(em, table, row);
  });
}

async function runStep(
  host: ContentHost,
  { graph, execute }: RunningSubgraph,
  { content, step, now }: { content: DemoContent; step: ContentStep; now: Date },
): Promise<void> {
  const { field, name, input, daysAgo } = step;
  const { document, variables } = documentOf(graph.schema, field, input);
  const call = host.callFor(content.subgraph, content.ownerId);
  const result = await execute({
    document,
    variables,
    call: {
      ...call,
      ...(content.plan ? { principal: { ...call.principal, plan: content.plan } } : {}),
      appId: content.appId,
      clock: fixedClock(new Date(now.getTime() - daysAgo * dayMs)),
      idempotencyKey: `demo ${content.appId} ${content.ownerId} ${field} ${name}`,
    },
  });
  const [error] = result.errors ?? [];
  if (!error) return;
  const detail = JSON.stringify(error.extensions ?? {});
  throw new Error(`Demo data: ${field} "${name}" failed: ${error.message} ${detail}`);
}

const documents = new WeakMap<GraphQLSchema, Map<string, DocumentNode>>();

/** A document of one mutation that selects nothing but the type, and its variables. */
function documentOf(schema: GraphQLSchema, name: string, given: Record<string, unknown>) {
  const field = schema.getMutationType()?.getFields()[name];
  if (!field) throw new Error(`Demo data: there is no mutation ${name}`);
  const own = new Set(field.args.map((argument) => argument.name).filter((one) => one !== "input"));
  const hasInput = field.args.some((argument) => argument.name === "input");
  const entries = Object.entries(given);
  const variables = Object.fromEntries(entries.filter(([key]) => own.has(key)));
  if (hasInput) variables["input"] = Object.fromEntries(entries.filter(([key]) => !own.has(key)));
  const known = documents.get(schema) ?? new Map<string, DocumentNode>();
  documents.set(schema, known);
  const used = field.args.filter((argument) => Object.hasOwn(variables, argument.name));
  const key = `${name} ${used.map((argument) => argument.name).join(" ")}`;
  const document =
    known.get(key) ??
    parse(
      `mutation${used.length > 0 ? `(${used.map((one) => `$${one.name}: ${String(one.type)}`).join(", ")})` : ""} {
        ${name}${used.length > 0 ? `(${used.map((one) => `${one.name}: $${one.name}`).join(", ")})` : ""}
        ${isComposite(getNamedType(field.type)) ? "{ __typename }" : ""} }`,
      { noLocation: true },
    );
  known.set(key, document);
  return { document, variables };
}

const isComposite = (type: unknown): boolean =>
  isObjectType(type) || isInterfaceType(type) || isUnionType(type);
