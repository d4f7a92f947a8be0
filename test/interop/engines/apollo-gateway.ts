/** Apollo's gateway for Node on the supergraph as it is. Words: port, file of the supergraph, addresses of the subgraphs as JSON. */
import { ApolloGateway, RemoteGraphQLDataSource } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import fastify, { type FastifyRequest } from "fastify";
import { readFileSync } from "node:fs";

const [port, file, addresses] = process.argv.slice(2) as [string, string, string];
const urls = JSON.parse(addresses) as Record<string, string>;

const gateway = new ApolloGateway({
  supergraphSdl: readFileSync(file, "utf8"),
  buildService: ({ name }) =>
    new RemoteGraphQLDataSource<{ headers?: FastifyRequest["headers"] }>({
      url: `${urls[name]!}/graphql`,
      willSendRequest({ request, context }) {
        const principal = context.headers?.[`x-principal-${name}`];
        if (typeof principal === "string") request.http?.headers.set("x-principal", principal);
      },
    }),
});
const apollo = new ApolloServer<{ headers?: FastifyRequest["headers"] }>({ gateway });
await apollo.start();
const server = fastify();
server.post(
  "/graphql",
  fastifyApolloHandler(apollo, { context: ({ headers }) => Promise.resolve({ headers }) }),
);
await server.listen({ host: "127.0.0.1", port: Number(port) });
process.send?.("ready");
