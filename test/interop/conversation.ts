/** One question of the suite, asked after the ones before it by a person whom only one engine has. */
export interface Question {
  title: string;
  /** The principal: a person of this engine, a key of theirs that may only read invoices, or none. */
  as: "person" | "narrowKey" | "nobody";
  appId?: string;
  document: string;
  variables?: Record<string, unknown>;
  /** An error of the engine itself, which each words in its own way: only that there is one is compared. */
  isOwnError?: boolean;
}

/**
 * Questions that every federation router must answer alike: entities of three subgraphs, aliases, fragments,
 * conditions, variables with defaults, input objects, custom scalars, mutations in order, refusals with their
 * codes and places, partial data.
 */
export const conversation: readonly Question[] = [
  {
    title: "an account across three subgraphs",
    as: "person",
    document: `{ me { id plan creditBalances { appId balance } savedProperties(first: 2) { propertyId }
      recentInvoices(first: 2) { status currency total } } }`,
  },
  {
    title: "aliases at every level",
    as: "person",
    document: `{ one: me { key: id rights: roles few: recentInvoices(first: 1) { state: status }
      more: recentInvoices(first: 3) { state: status } } two: me { key: plan } }`,
  },
  {
    title: "fragments, named and inline",
    as: "person",
    document: `query Search($q: String!) { searchProperties(q: $q, pageSize: 3) { total properties { ...Place ... on Property { type } } } }
      fragment Place on Property { id name address { street city } }`,
    variables: { q: "tower" },
  },
  ...[true, false].map((yes): Question => ({
    title: `conditions with a variable that is ${yes}`,
    as: "person",
    document: `query When($yes: Boolean!) { me { id @skip(if: $yes) plan @include(if: $yes)
        recentInvoices(first: 1) @include(if: $yes) { status } ... @skip(if: $yes) { savedProperties(first: 1) { propertyId } } } }`,
    variables: { yes },
  })),
  {
    title: "defaults of variables and of arguments",
    as: "person",
    document: `query Balance($appId: ID! = "central") { creditBalance(appId: $appId) { appId balance } }`,
  },
  {
    title: "a write with an input object and a custom scalar",
    as: "person",
    document: `mutation Spend($input: ConsumeCreditsInput!) { consumeCredits(input: $input) { left: balance } }`,
    variables: {
      input: { appId: "central", amount: 1.25, description: "interop", metadata: { of: ["any", 1] } },
    },
  },
  {
    title: "two writes in one document, in order",
    as: "person",
    document: `mutation { first: consumeCredits(input: { appId: "central", amount: 1, description: "a" }) { balance }
      second: consumeCredits(input: { appId: "central", amount: 1, description: "b" }) { balance } }`,
  },
  {
    title: "a write in another subgraph, and an entity behind it",
    as: "person",
    appId: "invoicer",
    document: `mutation Bill($input: CreateInvoiceInput!) { createInvoice(input: $input) { status total currency } }`,
    variables: { input: { client: "client@client.example", items: [{ description: "Work", amount: 12.5 }] } },
  },
  {
    title: "what was written is read",
    as: "person",
    document: `{ me { creditBalances { appId balance } recentInvoices(first: 5) { total status } } }`,
  },
  {
    title: "an entity that leads back to another subgraph's type",
    as: "person",
    document: `mutation { saveProperty(input: { propertyId: "PROPERTY" }) { propertyId } }`,
  },
  {
    title: "what the last one saved",
    as: "person",
    document: `{ me { savedProperties(first: 3) { propertyId property { id name type } } } }`,
  },
  { title: "nobody in particular", as: "nobody", document: `{ me { id } }` },
  {
    title: "what is open to everybody, beside what is not",
    as: "nobody",
    document: `{ creditBalance(appId: "central") { balance } __typename }`,
  },
  {
    title: "a key without the scope for a part",
    as: "narrowKey",
    document: `{ me { id recentInvoices(first: 2) { total } creditBalances { balance } } }`,
  },
  {
    title: "a write that the rules refuse",
    as: "person",
    document: `mutation { consumeCredits(input: { appId: "central", amount: 100000, description: "too much" }) { balance } }`,
  },
  {
    title: "input that breaks a rule",
    as: "person",
    document: `mutation { consumeCredits(input: { appId: "central", amount: 1, description: "" }) { balance } }`,
    // Our router refuses it before it is planned, others leave it to the subgraph.
    isOwnError: true,
  },
  { title: "what does not exist", as: "person", document: `{ property(id: "sea-0") { id name } }` },
  {
    title: "one branch refused, the others answered",
    as: "person",
    document: `{ me { id } other: property(id: "sea-0") { id } }`,
  },
  { title: "a field that there is not", as: "person", document: `{ me { nothing } }`, isOwnError: true },
  {
    title: "a variable of another type",
    as: "person",
    document: `query ($first: Int!) { me { recentInvoices(first: $first) { total } } }`,
    variables: { first: "ten" },
    isOwnError: true,
  },
  {
    title: "what only subgraphs may ask",
    as: "person",
    document: `{ caller(input: {}) { id } }`,
    isOwnError: true,
  },
  {
    title: "entities by hand",
    as: "person",
    document: `{ _entities(representations: []) { __typename } }`,
    isOwnError: true,
  },
];
