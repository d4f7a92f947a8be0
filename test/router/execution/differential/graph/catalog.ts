/** Products as an entity interface, several keys, embedded values, lists of lists. */
export const catalog = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: ["@key", "@shareable", "@external", "@requires", "@provides", "@inaccessible", "@override"]
    )

  scalar Money
  scalar Json

  enum Category {
    BOOK
    TOOL
    TOY
  }

  enum Style {
    SHORT
    LONG
  }

  input Filter {
    category: Category
    maxWeight: Int
    names: [String!]
    flag: Boolean = true
    nested: Filter
  }

  type Query {
    product(id: ID!): Product
    products(filter: Filter, first: Int = 3): [Product!]!
    book(isbn: String!): Book
    books(first: Int = 3): [Book]
    shelves: [[Product!]!]!
    grid(size: Int = 2): [[Int]]
    bundle(id: ID!): Bundle
    bundles: [Bundle!]
    items: [Item!]!
    catalogProbe(a: Int, b: String = "x", c: [Category!], d: Filter, e: Money): String
  }

  type Mutation {
    rename(id: ID!, name: String!): RenamePayload!
    touch(note: String = "none"): Int!
  }

  type RenamePayload {
    revision: Int!
    previous: String
    product: Product
  }

  interface Product @key(fields: "id") {
    id: ID!
    name: String!
    price(currency: String = "EUR"): Money
    category: Category!
    related(first: Int = 2): [Product!]!
    dimensions: Dimensions
    maker: Organization
  }

  type Book implements Product @key(fields: "id") @key(fields: "isbn") {
    id: ID!
    isbn: String!
    name: String!
    price(currency: String = "EUR"): Money
    category: Category!
    related(first: Int = 2): [Product!]!
    dimensions: Dimensions
    maker: Organization
    weight: Int
    pages: Int
    tag: String
    edition: Int! @shareable
    grade: Category! @shareable
    authors: [Person!]!
    probe(a: Int, b: String = "x", c: [Category!], d: Filter): String
  }

  type Tool implements Product @key(fields: "id") {
    id: ID!
    name: String!
    price(currency: String = "EUR"): Money
    category: Category!
    related(first: Int = 2): [Product!]!
    dimensions: Dimensions
    maker: Organization
    weight: Int
    voltage: Int
    tag: String!
    edition: Int
    grade: Category
    attributes: Json
    wiring: [[Int!]!]
  }

  type Dimensions {
    width: Int!
    height: Int
    label(style: Style = SHORT): String!
  }

  type Bundle @key(fields: "id") {
    id: ID!
    name: String
    parts: [Part!]!
    matrix: [[Part]]
    main: Product
    contents: [Item!]!
  }

  type Part {
    weight: Int
    count: Int!
    material: Material!
  }

  type Material {
    name: String!
    density: Int
  }

  union Item = Book | Tool | Part

  type Person @key(fields: "id") {
    id: ID!
    favourite(category: Category): Product
    books(first: Int = 2): [Book!]!
  }

  type Organization @key(fields: "id", resolvable: false) {
    id: ID!
  }
`;
