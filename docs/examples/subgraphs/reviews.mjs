// A subgraph written with graphql-yoga and @apollo/subgraph: reviews of properties.
// Run: PORT=4101 node docs/examples/subgraphs/reviews.mjs
import { createServer } from "node:http";
import { buildSubgraphSchema } from "@apollo/subgraph";
import { parse } from "graphql";
import { createYoga } from "graphql-yoga";

const typeDefs = parse(/* GraphQL */ `
  extend schema
    @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key", "@composeDirective"])
    @link(url: "https://hub.platform/metadata/v1.0", import: ["@access"])
    @composeDirective(name: "@access")

  directive @access(auth: String, scope: String, tier: String, app: String) on FIELD_DEFINITION

  type Query {
    "Lists the newest reviews."
    reviews(first: Int = 10): [Review!]! @access(auth: "public")
    "The language that the client prefers."
    reviewLanguage: String
  }

  type Mutation {
    "Adds a review of a property."
    addReview(propertyId: ID!, text: String!): Review! @access(auth: "user")
  }

  type Subscription {
    "Sends each new review."
    reviewAdded: Review!
  }

  type Review @key(fields: "id") {
    id: ID! @access(auth: "public")
    text: String! @access(auth: "public")
    property: Property!
    "Notes of the moderators."
    moderation: String @access(auth: "admin")
  }

  type Property @key(fields: "id") {
    id: ID!
    reviews: [Review!]!
  }
`);

const reviews = [
  { id: "r1", propertyId: "demo-1", text: "Quiet and warm.", moderation: "checked" },
  { id: "r2", propertyId: "demo-2", text: "The lift is slow.", moderation: null },
];
const listeners = new Set();

async function* newReviews() {
  const queue = [];
  let wake = () => undefined;
  const listen = (review) => {
    queue.push(review);
    wake();
  };
  listeners.add(listen);
  try {
    for (;;) {
      while (queue.length > 0) yield { reviewAdded: queue.shift() };
      await new Promise((resolve) => (wake = resolve));
    }
  } finally {
    listeners.delete(listen);
  }
}

const resolvers = {
  Query: {
    reviews: (_parent, { first }) => reviews.slice(-Math.max(0, first)).reverse(),
    reviewLanguage: (_parent, _args, { request }) => request.headers.get("accept-language"),
  },
  Mutation: {
    addReview: (_parent, { propertyId, text }) => {
      const review = { id: `r${reviews.length + 1}`, propertyId, text, moderation: null };
      reviews.push(review);
      for (const listen of listeners) listen(review);
      return review;
    },
  },
  Subscription: { reviewAdded: { subscribe: newReviews } },
  Review: {
    __resolveReference: ({ id }) => reviews.find((review) => review.id === id) ?? null,
    property: ({ propertyId }) => ({ __typename: "Property", id: propertyId }),
  },
  Property: {
    reviews: ({ id }) => reviews.filter(({ propertyId }) => propertyId === id),
  },
};

const yoga = createYoga({ schema: buildSubgraphSchema([{ typeDefs, resolvers }]), graphiql: false });
const server = createServer(yoga);
server.listen(Number(process.env.PORT ?? 4101), "127.0.0.1", () => {
  console.log(`reviews: http://127.0.0.1:${server.address().port}/graphql`);
});
