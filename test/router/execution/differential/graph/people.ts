/** People with two keys, memberships with a compound one, fields hidden from and handed over to others. */
export const people = /* GraphQL */ `
  extend schema
    @link(
      url: "https://specs.apollo.dev/federation/v2.5"
      import: ["@key", "@shareable", "@external", "@requires", "@provides", "@inaccessible", "@override"]
    )

  enum Role {
    ADMIN
    EDITOR
    GUEST
  }

  interface Named {
    name: String!
  }

  type Query {
    person(id: ID, email: String): Person
    people(role: Role, first: Int = 3): [Person!]!
    me: Person!
    organization(id: ID!): Organization
    memberships: [Membership!]!
    teams: [[Person!]]!
    named(first: Int = 3): [Named]!
  }

  type Mutation {
    setRole(id: ID!, role: Role!): RolePayload
    join(input: JoinInput!): Membership!
  }

  type Subscription {
    watch(id: ID!): Person
  }

  input JoinInput {
    person: ID!
    organization: ID = "o1"
    roles: [Role!]! = [GUEST]
  }

  type RolePayload {
    revision: Int!
    previous: Role!
    person: Person!
  }

  type Person implements Named @key(fields: "id") @key(fields: "email") {
    id: ID!
    email: String!
    name: String! @shareable
    role: Role!
    manager: Person
    reports(first: Int = 2): [Person!]!
    organization: Organization!
    bio: String
    probe(a: Int, b: String = "x", r: [Role!], j: JoinInput): String
  }

  type Organization implements Named @key(fields: "id") {
    id: ID!
    name: String! @shareable
    headcount: Int
    secret: String @inaccessible
    members(first: Int = 2, role: Role): [Person!]!
    parent: Organization
  }

  type Book @key(fields: "isbn") {
    isbn: String!
    reader(index: Int = 0): Person
  }

  type Membership @key(fields: "id organization { id }") {
    id: ID!
    organization: Organization!
    person: Person!
    since: Int
  }
`;
