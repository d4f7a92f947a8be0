/** The stock gateway of Apollo, on Fastify: with the subgraphs over HTTP, or as schemas in this process. */
import { ApolloGateway, LocalGraphQLDataSource, RemoteGraphQLDataSource } from "@apollo/gateway";
import { ApolloServer } from "@apollo/server";
import { fastifyApolloHandler } from "@as-integrations/fastify";
import fastify from "fastify";
import { reportToParent } from "../child.ts";
import { buildSchemaOf, compose, type SubgraphName } from "./subgraphs.ts";

type Kind = "apollo-http" | "apollo-in-process";

const [kind, port, urlsJson] = process.argv.slice(2) as [Kind, string, string];
const gateway = new ApolloGateway({
  supergraphSdl: compose(JSON.parse(urlsJson) as Record<SubgraphName, string>),
  buildService: ({ name, url }) =>
    kind === "apollo-http"
      ? new RemoteGraphQLDataSource({ url })
      : new LocalGraphQLDataSource(buildSchemaOf(name as SubgraphName)),
});
const apollo = new ApolloServer({ gateway, csrfPrevention: false });
await apollo.start();
const server = fastify({ keepAliveTimeout: 60_000 });
server.post("/graphql", fastifyApolloHandler(apollo));
await server.listen({ host: "127.0.0.1", port: Number(port) });
reportToParent();
