/** The end of a chain of requirements, a field shared with a stricter owner, and lists of lists of entities. */
export const stock = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: ["@key", "@shareable", "@external", "@requires", "@provides", "@inaccessible", "@override"]
    )

  enum Category {
    BOOK
    TOOL
    TOY
  }

  enum ShippingClass {
    LETTER
    PARCEL
    FREIGHT
  }

  type Query {
    warehouse(id: ID!): Warehouse
    warehouses: [Warehouse]
  }

  type Mutation {
    restock(isbn: String!, amount: Int! = 1): RestockPayload
  }

  type RestockPayload {
    revision: Int!
    book: Book
  }

  type Book @key(fields: "id") {
    id: ID!
    edition: Int @shareable
    grade: Category @shareable
    shippingClass: ShippingClass! @external
    label(prefix: String = "#"): String! @requires(fields: "shippingClass")
    stock(warehouse: ID): Int!
    warehouses: [Warehouse!]!
  }

  type Tool @key(fields: "id") {
    id: ID!
    shippingClass: ShippingClass! @external
    label(prefix: String = "#"): String! @requires(fields: "shippingClass")
    warehouses: [Warehouse!]
  }

  type Warehouse @key(fields: "id") {
    id: ID!
    name: String
    keeper: Person
    owner: Organization!
    shelves: [[Book!]!]
  }

  type Person @key(fields: "id") {
    id: ID!
  }

  type Organization @key(fields: "id") {
    id: ID!
    name: String! @shareable
    secret: String @external
    secretHash: String! @requires(fields: "secret")
    warehouses: [Warehouse!]!
  }
`;
