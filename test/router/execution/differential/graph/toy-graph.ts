import {
  buildASTSchema,
  execute,
  parse,
  printSchema,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from "graphql";
import { composeSupergraph } from "../../../../../router/schema/compose.ts";
import { createLibraryExecutor } from "../../../../../router/execution/library-executor.ts";
import type { GraphExecutor } from "../../../../../router/execution/graph-executor.ts";
import { anonymous } from "../../../../../src/access/principal.ts";
import { systemClock } from "../../../../../src/time/clock.ts";
import { newMeter } from "../../../../../src/context.ts";
import { silentLog } from "../../../../support/silent-log.ts";
import { catalog } from "./catalog.ts";
import { people } from "./people.ts";
import { attachResolvers } from "./resolve-field.ts";
import { reviews } from "./reviews.ts";
import { shipping } from "./shipping.ts";
import { stock } from "./stock.ts";
import { buildToySchema, createToySubgraph, type ToyCall } from "./toy-subgraph.ts";
import { World, type Faults } from "./world.ts";

const sources = { catalog, people, reviews, shipping, stock };

/** Names of the toy subgraphs. */
export const subgraphNames = Object.keys(sources);

export const supergraphSdl = composeSupergraph(
  Object.entries(sources).map(([name, sdl]) => ({ name, url: `http://127.0.0.1:1/${name}`, sdl })),
);

/** Executable schemas of the toy subgraphs. */
export const subgraphSchemas = new Map(
  Object.entries(sources).map(([name, sdl]) => [name, buildToySchema(sdl)]),
);

export const subgraphs = new Map(
  [...subgraphSchemas].map(([name, schema]) => [name, createToySubgraph(name, schema)]),
);

export interface Question {
  document: DocumentNode;
  variables: Record<string, unknown>;
  faults?: Faults;
  down?: readonly string[];
}

/** Answers a question with data of its own. */
export type Answerer = (question: Question) => Promise<ExecutionResult & { world: World }>;

export function askRouter(executor: GraphExecutor): Answerer {
  return async ({ document, variables, faults, down }) => {
    const world = new World(faults);
    const call: ToyCall = { ...callFrame, meter: newMeter(), world, down: new Set(down) };
    return { ...(await executor.execute({ document, variables, call })), world };
  };
}

/** The library executor over the toy subgraphs. */
export const library: GraphExecutor = await createLibraryExecutor(supergraphSdl, subgraphs);

/** What clients may ask, without resolvers. */
export const plainSchema = buildASTSchema(parse(printSchema(library.publicSchema)));

/** What clients may ask, over all the data. */
export const publicSchema = buildASTSchema(parse(printSchema(library.publicSchema)));
attachResolvers(publicSchema, "everything");

/** The public schema with nothing required, so that every fault shows at the place where it strikes. */
const lenientSchema = buildASTSchema(
  visit(parse(printSchema(library.publicSchema)), {
    FieldDefinition: (field) => ({ ...field, type: visit(field.type, { NonNullType: ({ type }) => type }) }),
  }),
);
attachResolvers(lenientSchema, "everything");

/** One schema over all the data: the answer that the specification asks for. */
export const askMonolith: Answerer = (question) => askSchema(publicSchema, question);

/** The same without null propagation: `world.struck` has the place of every fault in reach. */
export const askLenient: Answerer = (question) => askSchema(lenientSchema, question);

async function askSchema(schema: GraphQLSchema, { document, variables, faults }: Question) {
  const world = new World(faults);
  return { ...(await execute({ schema, document, variableValues: variables, contextValue: world })), world };
}

const callFrame = {
  principal: anonymous,
  requestId: "req_toy00001",
  appId: null,
  idempotencyKey: null,
  clock: systemClock,
  log: silentLog,
  publicUrl: "http://127.0.0.1:4000",
};
