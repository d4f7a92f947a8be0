/** Reviews hang on every product through an interface object, and provide their authors' names. */
export const reviews = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: [
        "@key"
        "@shareable"
        "@external"
        "@requires"
        "@provides"
        "@inaccessible"
        "@override"
        "@interfaceObject"
      ]
    )

  type Query {
    review(id: ID!): Review
    topReviews(first: Int = 2): [Review!]!
    latest(index: Int! = 0): Subject
    feed: [Subject!]!
    reviewed: [Product]!
  }

  type Mutation {
    addReview(input: ReviewInput!): ReviewPayload!
    dropReview(id: ID!): ReviewPayload
  }

  input ReviewInput {
    product: ID!
    author: ID!
    rating: Int! = 3
    body: String
  }

  type ReviewPayload {
    revision: Int!
    body: String
    author: Person!
    product: Product
  }

  type Product @key(fields: "id") @interfaceObject {
    id: ID!
    reviews(first: Int = 2, minRating: Int): [Review!]!
    score(scale: Int = 1): Float
    reviewProbe(a: Int, b: String = "x"): String!
  }

  type Review @key(fields: "id") {
    id: ID!
    body: String
    rating: Int!
    author: Person! @provides(fields: "name")
    product: Product!
    subject: Subject
    replies: [[Review]]
  }

  type Person @key(fields: "id") {
    id: ID!
    name: String! @external
    bio: String @override(from: "people")
    reviews(minRating: Int = 0): [Review!]!
  }

  type Membership @key(fields: "id organization { id }") {
    id: ID!
    organization: Organization!
    rank: Int!
  }

  type Organization @key(fields: "id") {
    id: ID!
    name: String! @shareable
    awards: [String]
  }

  union Subject = Person | Organization | Review | Membership
`;
