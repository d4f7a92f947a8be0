import type { OperationKey } from "./operations.ts";

/** One way of answering the three operations. */
export interface Contender {
  key: string;
  title: string;
  file: string;
  /** Arguments of the server's file before the port. */
  kind: string[];
  /** True when the subgraphs answer over HTTP from processes of their own, whose work then counts. */
  usesSubgraphProcesses: boolean;
  /** True where the server runs as a process of a split platform does, as plain node without the flags of `npm start`. */
  runsPlain: boolean;
  pathOf(operation: OperationKey): string;
}

const graphql = () => "/graphql";

export const contenders: readonly Contender[] = [
  {
    key: "hand-written",
    title: "hand-written Fastify routes",
    file: "federation/hand-written-server.ts",
    kind: [],
    usesSubgraphProcesses: false,
    runsPlain: false,
    pathOf: (operation) => `/${operation}`,
  },
  {
    key: "hand-written-plain",
    title: "hand-written Fastify routes, plain node",
    file: "federation/hand-written-server.ts",
    kind: [],
    usesSubgraphProcesses: false,
    runsPlain: true,
    pathOf: (operation) => `/${operation}`,
  },
  {
    key: "ours-in-process",
    title: "ours, in process",
    file: "federation/our-server.ts",
    kind: ["ours-in-process"],
    usesSubgraphProcesses: false,
    runsPlain: false,
    pathOf: graphql,
  },
  {
    key: "ours-http",
    title: "ours, over HTTP",
    file: "federation/our-server.ts",
    kind: ["ours-http"],
    usesSubgraphProcesses: true,
    runsPlain: true,
    pathOf: graphql,
  },
  {
    key: "apollo-http",
    title: "@apollo/gateway, over HTTP",
    file: "federation/apollo-server.ts",
    kind: ["apollo-http"],
    usesSubgraphProcesses: true,
    runsPlain: true,
    pathOf: graphql,
  },
  {
    key: "apollo-in-process",
    title: "@apollo/gateway, in process",
    file: "federation/apollo-server.ts",
    kind: ["apollo-in-process"],
    usesSubgraphProcesses: false,
    runsPlain: false,
    pathOf: graphql,
  },
  {
    key: "hive-http",
    title: "Hive gateway (Rust planner), over HTTP",
    file: "federation/hive-server.ts",
    kind: [],
    usesSubgraphProcesses: true,
    runsPlain: true,
    pathOf: graphql,
  },
  {
    key: "library-in-process",
    title: "Hive's executor behind our door, in process",
    file: "federation/our-server.ts",
    kind: ["library-in-process"],
    usesSubgraphProcesses: false,
    runsPlain: false,
    pathOf: graphql,
  },
];

/** The key of the hand-written routes that run with the same flags. */
export function baseOf({ runsPlain }: Contender): string {
  return runsPlain ? "hand-written-plain" : "hand-written";
}
