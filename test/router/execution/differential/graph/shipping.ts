/** Fields that require others: plain, nested, on lists, under unions, and hidden ones. */
export const shipping = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: ["@key", "@shareable", "@external", "@requires", "@provides", "@inaccessible", "@override"]
    )

  scalar Money

  enum ShippingClass {
    LETTER
    PARCEL
    FREIGHT
  }

  type Query {
    parcel(id: ID!): Parcel
    parcels(first: Int = 2): [Parcel!]!
  }

  type Book @key(fields: "id") {
    id: ID!
    weight: Int @external
    pages: Int @external
    dimensions: Dimensions @external
    shippingEstimate(country: String! = "DE", express: Boolean): Money
      @requires(fields: "weight dimensions { width height }")
    shippingClass: ShippingClass! @requires(fields: "weight")
  }

  type Tool @key(fields: "id") {
    id: ID!
    weight: Int @external
    voltage: Int @external
    dimensions: Dimensions @external
    shippingEstimate(country: String! = "DE", express: Boolean): Money
      @requires(fields: "weight dimensions { width height }")
    shippingClass: ShippingClass! @requires(fields: "weight")
  }

  type Dimensions {
    width: Int! @external
    height: Int @external
  }

  type Bundle @key(fields: "id") {
    id: ID!
    parts: [Part!]! @external
    matrix: [[Part]] @external
    contents: [Item!]! @external
    totalWeight(factor: Int = 1): Int! @requires(fields: "parts { weight material { density } }")
    matrixCount: Int @requires(fields: "matrix { count }")
    packing: String
      @requires(fields: "contents { ... on Book { pages } ... on Tool { voltage } ... on Part { count } }")
  }

  type Part {
    weight: Int @external
    count: Int! @external
    material: Material! @external
  }

  type Material {
    density: Int @external
  }

  union Item = Book | Tool | Part

  type Parcel @key(fields: "id") {
    id: ID!
    content: [Shippable!]!
    recipient: Person
  }

  union Shippable = Book | Tool | Bundle

  type Person @key(fields: "email") {
    email: String!
    address(line: Int): String
    parcels: [Parcel!]!
  }
`;
