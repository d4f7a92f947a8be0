/** Documents for what generated ones rarely hit, each named for what is special about it. */
export const directedDocuments: [about: string, document: string, variables?: Record<string, unknown>][] = [
  [
    "an interface without a type name",
    "{ products { id name } shelves { category } me { favourite { name } } }",
  ],
  ["a type name under an alias alone", "{ items { kind: __typename } products { kind: __typename } }"],
  [
    "a type name under an alias beside other fields",
    "{ items { ... on Book { name } kind: __typename } products { id kind: __typename } reviewed { kind: __typename id } }",
  ],
  ["a union in requires", "{ bundles { packing } }"],
  [
    "nulls and nested values in requires",
    "{ bundles { totalWeight(factor: 2) matrixCount } books { shippingEstimate } }",
  ],
  [
    "a chain of requires",
    "{ products(first: 5) { ... on Book { label } ... on Tool { label(prefix: null) } } }",
  ],
  [
    "requires on two members of a union",
    "{ parcels { content { ... on Book { shippingEstimate } ... on Tool { label } } } }",
  ],
  [
    "a required field that is hidden",
    '{ organization(id: "o1") { secretHash } memberships { organization { secretHash } } }',
  ],
  ["an interface object on its own", "{ reviewed { id score reviewProbe } }"],
  [
    "an interface object that goes on",
    "{ reviewed { __typename name score reviews { product { __typename price } } } }",
  ],
  ["one type condition on an interface object", "{ reviewed { id ... on Tool { wiring } } }"],
  [
    "a type condition at the root of a path",
    "query($on: Boolean!) { ... @include(if: $on) { warehouses { keeper { name } } } }",
    { on: true },
  ],
  [
    "a condition on an inner fragment",
    "query($on: Boolean!) { teams { reviews { ...F @include(if: $on) } } } fragment F on Review { product { __typename } }",
    { on: true },
  ],
  [
    "the order of keys when the first of two is skipped",
    "query($on: Boolean!) { me { name @include(if: $on) role name } }",
    { on: false },
  ],
  ["fields of one type in two subgraphs' order", "{ me { address email bio role name } }"],
  ["everything skipped", "query($off: Boolean!) { me @skip(if: $off) { name } }", { off: true }],
  [
    "a field both skipped and included",
    "query($a: Boolean!, $b: Boolean!) { me { bio @skip(if: $a) @include(if: $b) name } }",
    { a: false, b: true },
  ],
  [
    "an argument below two lists",
    "query($w: ID, $n: Int!) { books { stock(warehouse: $w) authors { probe(a: $n) address(line: $n) } } }",
    { n: 3 },
  ],
  [
    "an omitted variable",
    "query($a: Int, $b: String) { catalogProbe(a: $a, b: $b) me { probe(a: $a, b: $b) address(line: $a) } }",
    {},
  ],
  [
    "a variable that is null",
    "query($a: Int, $b: String) { catalogProbe(a: $a, b: $b) me { probe(a: $a, b: $b) } }",
    { a: null, b: null },
  ],
  [
    "a default of a variable",
    "query($a: Int = 7, $d: Filter = { nested: {} }) { catalogProbe(a: $a, d: $d) }",
    {},
  ],
  [
    "variables inside an input",
    "query($a: Int, $c: Category) { catalogProbe(d: { maxWeight: $a, category: $c, nested: { flag: false } }) }",
    { c: "BOOK" },
  ],
  [
    "a custom scalar as argument and as answer",
    'query($e: Money) { catalogProbe(e: $e) product(id: "t1") { ... on Tool { attributes wiring } } }',
    { e: { a: [1, null] } },
  ],
  [
    "one field twice with other arguments",
    "{ me { a: address(line: 1) b: address(line: 2) c: probe(a: 1) d: probe(a: 2) } }",
  ],
  [
    "the same entity from several roots",
    '{ a: me { address } b: person(id: "p3") { address bio } c: person(email: "p3@toy.test") { address } }',
  ],
  [
    "the same field in two branches with other arguments",
    '{ items { ... on Book { x: price(currency: "A") } ... on Tool { x: price(currency: "B") } } }',
  ],
  [
    "types that agree only in the graph",
    "{ products(first: 5) { ... on Book { edition } ... on Tool { edition } } }",
  ],
  ["a compound key", "{ memberships { rank since organization { name headcount awards } person { bio } } }"],
  ["a second key", "{ parcels { recipient { name bio address parcels { id } } } }"],
  [
    "a provided field and one beyond it",
    "{ topReviews(first: 5) { author { name } } feed { ... on Review { author { name role } } } }",
  ],
  [
    "lists of lists of entities",
    "{ teams { name address } warehouses { shelves { name stock } } topReviews(first: 6) { replies { body author { role } } } }",
  ],
  [
    "an abstract type inside an abstract type",
    "{ feed { ... on Person { favourite { ... on Book { isbn } } } ... on Review { subject { __typename ... on Organization { awards } } } } }",
  ],
  [
    "mutations of two subgraphs in turn",
    'mutation { a: setRole(id: "p1", role: ADMIN) { revision person { address bio } } b: addReview(input: { product: "b1", author: "p2" }) { revision product { name } author { role } } c: touch d: setRole(id: "p2", role: GUEST) { revision } e: restock(isbn: "isbn-b2") { revision book { name label } } }',
  ],
  ["a mutation that refuses", 'mutation { a: touch setRole(id: "none", role: ADMIN) { revision } b: touch }'],
  ["introspection alone", '{ __schema { queryType { name } } own: __type(name: "Book") { name } }'],
  [
    "introspection beside a type name",
    '{ __typename __schema { queryType { name } } __type(name: "Book") { name } }',
  ],
  [
    "introspection beside data",
    '{ __typename __schema { queryType { name } } __type(name: "Book") { name } me { __typename name } }',
  ],
];

/**
 * Documents over which the planner (0.0.38) goes wrong as they stand: it answers wrongly, refuses, or panics and ends
 * the process. What it is given must be put in other words first.
 */
export const hardDocuments: [about: string, document: string, variables?: Record<string, unknown>][] = [
  ["an alias that is the key of a join", "{ people { reports { id: name books { category } } } }"],
  [
    "an alias of an object that is a key",
    "{ people { manager { books { weight } id: manager { __typename } } } }",
  ],
  [
    "an alias that is a required field",
    "{ books { weight: name shippingEstimate dimensions: maker { name } } }",
  ],
  [
    "an alias that is a field's name beside the alias that would replace it",
    "{ me { name: bio as_name: role as_as_name: email } }",
  ],
  ["an alias that is a second key", "{ parcels { email: recipient { role address } recipient { name } } }"],
  [
    "a mutation inside a fragment",
    'mutation { ... @include(if: true) { restock(isbn: "isbn-b1") { revision } rename(id: "b1", name: "x") { revision } } }',
  ],
  [
    "a mutation that stands twice",
    'mutation($off: Boolean!) { touch addReview(input: { product: "b1", author: "p1" }) { revision } touch @skip(if: $off) }',
    { off: false },
  ],
  [
    "a mutation whose first occurrence is skipped runs where the next one stands",
    'mutation($off: Boolean!) { a: touch @skip(if: $off) b: restock(isbn: "isbn-b1") { revision } a: touch }',
    { off: true },
  ],
  [
    "a mutation with selections of its own under each of its conditions",
    'mutation($a: Boolean!, $b: Boolean!) { setRole(id: "p1", role: ADMIN) @include(if: $a) { revision } setRole(id: "p1", role: ADMIN) @skip(if: $a) { person { address } } setRole(id: "p1", role: ADMIN) @include(if: $b) @skip(if: $a) { person { bio name } } }',
    { a: false, b: true },
  ],
  [
    "a mutation with the other half of its conditions",
    'mutation($a: Boolean!, $b: Boolean!) { setRole(id: "p1", role: ADMIN) @include(if: $a) { revision } setRole(id: "p1", role: ADMIN) @skip(if: $a) { person { address } } setRole(id: "p1", role: ADMIN) @include(if: $b) @skip(if: $a) { person { bio name } } }',
    { a: true, b: true },
  ],
  [
    "an object of which literals leave nothing",
    '{ me { ... { name @skip(if: true) } } bundle(id: "k1") { name } }',
  ],
  [
    "an object that a literal leaves out",
    "{ named @skip(if: true) { ... on Organization { parent { parent { id } } } } me { name } }",
  ],
  [
    "a condition on a fragment inside another one",
    "query($on: Boolean!) { products { ... on Book { ... @include(if: $on) { shippingEstimate } } } }",
    { on: true },
  ],
  [
    "a condition on a fragment on the union itself",
    "query($on: Boolean!) { feed { ... on Subject @include(if: $on) { __typename } } }",
    { on: true },
  ],
  [
    "a condition around mutations that join",
    'mutation($on: Boolean!) { ... @include(if: $on) { rename(id: "b2", name: "x") { product { ... on Book { label } } } } }',
    { on: true },
  ],
];
