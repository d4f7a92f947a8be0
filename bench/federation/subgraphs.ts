import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse, type GraphQLSchema } from "graphql";
import { composeSupergraph } from "../../router/schema/compose.ts";
import { resolveEntities, type EntityResolver } from "../../src/graphql/resolve-entities.ts";
import { findProduct, findReviewSummary, findUser, listProducts, type Review } from "./data.ts";

const link = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
`;

interface Definition {
  sdl: string;
  resolvers: Record<string, Record<string, unknown>>;
  /** How entities are found by their keys. */
  references: Record<string, EntityResolver>;
}

const definitions: Record<SubgraphName, Definition> = {
  products: {
    sdl: /* GraphQL */ `
      ${link}
      type Query {
        product(id: ID!): Product
        products(first: Int!, skip: Int!): [Product!]!
      }
      type Product @key(fields: "id") {
        id: ID!
        name: String!
        priceCents: Int!
      }
    `,
    resolvers: {
      Query: {
        product: (_: unknown, { id }: { id: string }) => findProduct(id),
        products: (_: unknown, { first, skip }: { first: number; skip: number }) => listProducts(first, skip),
      },
    },
    references: { Product: ({ id }) => findProduct(id as string) },
  },
  reviews: {
    sdl: /* GraphQL */ `
      ${link}
      type Product @key(fields: "id") {
        id: ID!
        rating: Float!
        reviewCount: Int!
        topReview: Review!
      }
      type Review {
        id: ID!
        body: String!
        author: User!
      }
      type User @key(fields: "id", resolvable: false) {
        id: ID!
      }
    `,
    resolvers: {
      Review: { author: ({ authorId }: Review) => ({ id: authorId }) },
    },
    references: { Product: ({ id }) => findReviewSummary(id as string) },
  },
  users: {
    sdl: /* GraphQL */ `
      ${link}
      type User @key(fields: "id") {
        id: ID!
        name: String!
        city: String!
      }
    `,
    resolvers: {},
    references: { User: ({ id }) => findUser(id as string) },
  },
};

/** Signs requests between our router and the subgraphs' processes. */
export const internalSecret = "benchmark-internal-secret";

export const subgraphNames = ["products", "reviews", "users"] as const;
export type SubgraphName = (typeof subgraphNames)[number];

/** The executable schema of a subgraph. */
export function buildSchemaOf(name: SubgraphName): GraphQLSchema {
  const { sdl, resolvers, references } = definitions[name];
  const schema = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]);
  resolveEntities(schema, new Map(Object.entries(references)));
  return schema;
}

/** The supergraph's SDL, with the addresses under which the subgraphs are reached. */
export function compose(urls: Record<SubgraphName, string>): string {
  return composeSupergraph(
    subgraphNames.map((name) => ({ name, url: `${urls[name]}/graphql`, sdl: definitions[name].sdl })),
  );
}
