import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse, type GraphQLSchema } from "graphql";
import { composeSupergraph } from "../../router/compose.ts";
import { findProduct, findReviewSummary, findUser, listProducts, type Review } from "./data.ts";

const link = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
`;

interface Definition {
  sdl: string;
  resolvers: Record<string, Record<string, unknown>>;
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
      Product: { __resolveReference: ({ id }: { id: string }) => findProduct(id) },
    },
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
      Product: { __resolveReference: ({ id }: { id: string }) => findReviewSummary(id) },
      Review: { author: ({ authorId }: Review) => ({ id: authorId }) },
    },
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
    resolvers: { User: { __resolveReference: ({ id }: { id: string }) => findUser(id) } },
  },
};

export const subgraphNames = ["products", "reviews", "users"] as const;
export type SubgraphName = (typeof subgraphNames)[number];

/** The executable schema of a subgraph. */
export function buildSchemaOf(name: SubgraphName): GraphQLSchema {
  const { sdl, resolvers } = definitions[name];
  return buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers: resolvers as never }]);
}

/** The supergraph's SDL, with the addresses under which the subgraphs are reached. */
export function compose(urls: Record<SubgraphName, string>): string {
  return composeSupergraph(
    subgraphNames.map((name) => ({ name, url: `${urls[name]}/graphql`, sdl: definitions[name].sdl })),
  );
}
