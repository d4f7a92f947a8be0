/**
 * The stock gateway of Hive with its Rust query planner, on Node's HTTP server as its documentation has it. Its package
 * for HTTP subgraphs only wraps the executor that is used here directly.
 */
import { createGatewayRuntime } from "@graphql-hive/gateway-runtime";
import { unifiedGraphHandler } from "@graphql-hive/router-runtime";
import { buildHTTPExecutor } from "@graphql-tools/executor-http";
import { createServer } from "node:http";
import { reportToParent } from "../child.ts";
import { compose, type SubgraphName } from "./subgraphs.ts";

const [port, urlsJson] = process.argv.slice(2) as [string, string];
const gateway = createGatewayRuntime({
  supergraph: compose(JSON.parse(urlsJson) as Record<SubgraphName, string>),
  unifiedGraphHandler,
  transports: {
    http: {
      getSubgraphExecutor: ({ transportEntry, fetch }) =>
        buildHTTPExecutor({ endpoint: transportEntry.location, fetch } as never),
    },
  },
  logging: false,
});
const server = createServer({ keepAliveTimeout: 60_000 }, gateway as never);
server.listen(Number(port), "127.0.0.1", () => reportToParent());
