/**
 * Hive's gateway on the supergraph as it is, with its planner in JavaScript or the one in Rust. Words: port, file of the
 * supergraph, addresses of the subgraphs as JSON, `js` or `rust`.
 */
import { createGatewayRuntime } from "@graphql-hive/gateway-runtime";
import { unifiedGraphHandler } from "@graphql-hive/router-runtime";
import { buildHTTPExecutor } from "@graphql-tools/executor-http";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file, addresses, planner] = process.argv.slice(2) as [string, string, string, "js" | "rust"];
const urls = JSON.parse(addresses) as Record<string, string>;

const gateway = createGatewayRuntime({
  supergraph: readFileSync(file, "utf8"),
  ...(planner === "rust" ? { unifiedGraphHandler } : {}),
  transports: {
    http: {
      getSubgraphExecutor: ({ subgraphName, fetch }) =>
        buildHTTPExecutor({ endpoint: `${urls[subgraphName.toLowerCase()]!}/graphql`, fetch } as never),
    },
  },
  propagateHeaders: {
    fromClientToSubgraphs: ({ request, subgraphName }) => {
      const principal = request.headers.get(`x-principal-${subgraphName.toLowerCase()}`);
      return principal === null ? {} : { "x-principal": principal };
    },
  },
  maskedErrors: false,
  logging: false,
});
const server = createServer(gateway as never);
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"));
