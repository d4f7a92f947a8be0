/** One subgraph in a process of its own: Apollo Server on Fastify, the same for every contender over HTTP. */
import { ApolloServer } from "@apollo/server";
import { ApolloServerPluginInlineTraceDisabled } from "@apollo/server/plugin/disabled";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import fastify from "fastify";
import { reportToParent } from "../child.ts";
import { buildSchemaOf, type SubgraphName } from "./subgraphs.ts";

const [name, port] = process.argv.slice(2) as [SubgraphName, string];
const apollo = new ApolloServer({
  schema: buildSchemaOf(name),
  csrfPrevention: false,
  plugins: [ApolloServerPluginInlineTraceDisabled()],
});
await apollo.start();
const server = fastify({ keepAliveTimeout: 60_000 });
server.post("/graphql", fastifyApolloHandler(apollo));
await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent();
