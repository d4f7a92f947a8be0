import type { OperationKey } from "./operations.ts";

/** One implementation of the three operations. */
export interface Contender {
  key: string;
  title: string;
  file: string;
  /** Arguments of the server's file before the port. */
  kind: string[];
  /** True when the subgraphs answer over HTTP from processes of their own, whose work then counts. */
  usesSubgraphProcesses: boolean;
  /** Runs node with the flags of `npm start`, or as a process of a split platform does. */
  runsAs: "start" | "process";
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
    runsAs: "start",
    pathOf: (operation) => `/${operation}`,
  },
  {
    key: "hand-written-process",
    title: "hand-written Fastify routes, as a split process",
    file: "federation/hand-written-server.ts",
    kind: [],
    usesSubgraphProcesses: false,
    runsAs: "process",
    pathOf: (operation) => `/${operation}`,
  },
  {
    key: "ours-in-process",
    title: "ours, in process",
    file: "federation/our-server.ts",
    kind: ["ours-in-process"],
    usesSubgraphProcesses: false,
    runsAs: "start",
    pathOf: graphql,
  },
  {
    key: "ours-http",
    title: "ours, over HTTP",
    file: "federation/our-server.ts",
    kind: ["ours-http"],
    usesSubgraphProcesses: true,
    runsAs: "process",
    pathOf: graphql,
  },
  {
    key: "ours-frames",
    title: "ours, split: frames on one connection per subgraph",
    file: "federation/our-server.ts",
    kind: ["ours-frames"],
    usesSubgraphProcesses: true,
    runsAs: "process",
    pathOf: graphql,
  },
  {
    key: "apollo-http",
    title: "@apollo/gateway, over HTTP",
    file: "federation/apollo-server.ts",
    kind: ["apollo-http"],
    usesSubgraphProcesses: true,
    runsAs: "process",
    pathOf: graphql,
  },
  {
    key: "apollo-in-process",
    title: "@apollo/gateway, in process",
    file: "federation/apollo-server.ts",
    kind: ["apollo-in-process"],
    usesSubgraphProcesses: false,
    runsAs: "start",
    pathOf: graphql,
  },
  {
    key: "hive-http",
    title: "Hive gateway (Rust planner), over HTTP",
    file: "federation/hive-server.ts",
    kind: [],
    usesSubgraphProcesses: true,
    runsAs: "process",
    pathOf: graphql,
  },
  {
    key: "library-in-process",
    title: "Hive's executor behind our door, in process",
    file: "federation/our-server.ts",
    kind: ["library-in-process"],
    usesSubgraphProcesses: false,
    runsAs: "start",
    pathOf: graphql,
  },
];

/** The key of the hand-written routes that run with the same flags. */
export function baseOf({ runsAs }: Contender): string {
  return runsAs === "process" ? "hand-written-process" : "hand-written";
}
