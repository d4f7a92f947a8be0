import { readFileSync } from "node:fs";
import { buildSchema, parse, print, validate, type GraphQLSchema } from "graphql";
import { describe, expect, test } from "vitest";
import { insertField, selectedAt } from "../../router/explorer/web/console/builder/insert-field.ts";
import { prettify } from "../../router/explorer/web/console/builder/prettify.ts";
import { NotReadable } from "../../router/explorer/web/console/read-document.ts";
import { foldedBelow, jsonLines, shownLines } from "../../router/explorer/web/response/json-lines.ts";
import { windowAt } from "../../router/explorer/web/response/line-window.ts";
import { cellText, listTables } from "../../router/explorer/web/response/list-tables.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    me: User
    invoice(id: ID!, first: Int): Invoice
    search(input: SearchInput!): [Result!]!
    version: String!
  }
  type Mutation {
    pay(id: ID!, amount: Float!): Invoice
  }
  input SearchInput {
    text: String!
    kind: Kind!
    limit: Int = 10
  }
  enum Kind {
    CLIENT
    INVOICE
  }
  union Result = User | Invoice
  type User {
    id: ID!
    name: String
    invoices(status: Kind!): [Invoice!]!
  }
  type Invoice {
    number: String!
    owner: User
  }
`);

describe("formatting", () => {
  test.each([
    ["{me{id name}}", "{\n  me {\n    id\n    name\n  }\n}\n"],
    [
      "query   A($id:ID!,$n:Int=3,$l:[Int!]=[1,2]){a:invoice(id:$id first:$n)@include(if:true){number}}",
      "query A($id: ID!, $n: Int = 3, $l: [Int!] = [1, 2]) {\n  a: invoice(id: $id, first: $n) @include(if: true) {\n    number\n  }\n}\n",
    ],
    [
      `{search(input:{text:"a {",kind:CLIENT,tags:["x","y"]}){...on User{id}...F ...@skip(if:false){__typename}}}fragment F on Invoice{number}`,
      `{\n  search(input: {text: "a {", kind: CLIENT, tags: ["x", "y"]}) {\n    ... on User {\n      id\n    }\n    ...F\n    ... @skip(if: false) {\n      __typename\n    }\n  }\n}\n\nfragment F on Invoice {\n  number\n}\n`,
    ],
    [
      "# first\nquery A { # behind\n# own line\nme { id } }\n\n# second\nquery B { version }",
      "# first\nquery A { # behind\n  # own line\n  me {\n    id\n  }\n}\n\n# second\nquery B {\n  version\n}\n",
    ],
  ])("%s is formatted", (text, formatted) => {
    expect(prettify(text)).toBe(formatted);
  });

  test("every stored operation keeps its meaning, and a formatted document stays as it is", () => {
    const text = readFileSync(new URL("../../schema/operations.graphql", import.meta.url), "utf8");
    const { definitions } = parse(text);
    expect(definitions.length).toBeGreaterThan(400);
    for (const definition of definitions) {
      const one = print(definition);
      const short = one.replaceAll(/\s+/g, " ");
      const formatted = prettify(short);
      expect(print(parse(formatted))).toBe(print(parse(short)));
      expect(prettify(formatted)).toBe(formatted);
    }
  });

  test("comments stay, wherever they stand, and a document that is not valid is refused", () => {
    const text = "# a\n{ # b\n  me # c\n  { id # d\n  } # e\n} # f\n# g";
    const formatted = prettify(text);
    for (const comment of ["# a", "# b", "# c", "# d", "# e", "# f", "# g"])
      expect(formatted).toContain(comment);
    expect(print(parse(formatted))).toBe(print(parse(text)));
    expect(prettify(formatted)).toBe(formatted);
    expect(() => prettify("{ me {")).toThrow(NotReadable);
  });
});

/** The document with `|` at the cursor. */
function add(marked: string, parentType: string, names: readonly string[], graph: GraphQLSchema = schema) {
  const offset = Math.max(0, marked.indexOf("|"));
  const added = insertField(marked.replace("|", ""), offset, { schema: graph, parentType, names });
  const { document, cursor } = added;
  return { ...added, shown: `${document.slice(0, cursor)}|${document.slice(cursor)}` };
}

describe("a click on a field", () => {
  test("the field goes into the selection at the cursor, behind the field that the cursor is at", () => {
    expect(add("{ me { id| } version }", "User", ["name"]).shown).toBe(
      "{\n  me {\n    id\n    name|\n  }\n  version\n}\n",
    );
    expect(add("{ me { id } | version }", "Query", ["version"]).shown).toBe(
      "{\n  me {\n    id\n  }\n  version|\n}\n",
    );
  });

  test("a field with fields gets a first selection, and the cursor goes into it", () => {
    expect(add("{ version| }", "Query", ["me"]).shown).toBe("{\n  version\n  me {\n    id|\n  }\n}\n");
    expect(add("{ me { id| } }", "User", ["invoices"]).shown).toBe(
      "query ($status: Kind!) {\n  me {\n    id\n    invoices(status: $status) {\n      number|\n    }\n  }\n}\n",
    );
  });

  test("fields on the way are added when they are missing, and used when they are there", () => {
    expect(add("{ version| }", "Query", ["me", "name"]).shown).toBe(
      "{\n  version\n  me {\n    name|\n  }\n}\n",
    );
    expect(add("{ me { id } version| }", "Query", ["me", "name"]).shown).toBe(
      "{\n  me {\n    id\n    name|\n  }\n  version\n}\n",
    );
    const twice = add("{ me { id } version| }", "Query", ["me", "id"]);
    expect(twice.shown).toBe("{\n  me {\n    id|\n  }\n  version\n}\n");
  });

  test("required arguments become variables with a value of their type and a name of their own", () => {
    const first = add("", "Query", ["invoice"]);
    expect(first.document).toBe("query ($id: ID!) {\n  invoice(id: $id) {\n    number\n  }\n}\n");
    expect(first.variables).toEqual({ id: "" });
    const second = add("query A($id: ID!) { a: invoice(id: $id) { number } | }", "Query", ["invoice"]);
    expect(second.document).toContain("query A($id: ID!, $id2: ID!) {");
    expect(second.document).toContain("invoice(id: $id2) {");
    const search = add("query A { version| }", "Query", ["search"]);
    expect(search.document).toBe(
      "query A($input: SearchInput!) {\n  version\n  search(input: $input) {\n    __typename\n  }\n}\n",
    );
    expect(search.variables).toEqual({ input: { text: "", kind: "CLIENT" } });
  });

  test("another root type gets an operation of its own, or the one that is there", () => {
    const added = add("# mine\nquery A { version| }", "Mutation", ["pay"]);
    expect(added.document).toContain("# mine\nquery A {\n  version\n}");
    expect(added.document).toContain(
      "mutation ($id: ID!, $amount: Float!) {\n  pay(id: $id, amount: $amount) {",
    );
    expect(added.variables).toEqual({ id: "", amount: 0 });
    const there = add("mutation { pay(id: 1, amount: 2) { number } } query { version| }", "Mutation", [
      "pay",
    ]);
    expect(there.document.match(/pay\(/g)).toHaveLength(1);
  });

  test("comments stay, and the document stays valid", () => {
    const added = add("# why\nquery A {\n  me { # who\n    id|\n  }\n}\n", "User", ["invoices"]);
    expect(added.document).toContain("# why");
    expect(added.document).toContain("# who");
    expect(validate(schema, parse(added.document))).toEqual([]);
  });

  test("what cannot be added is refused with what to do", () => {
    expect(() => add("{ version| }", "User", ["name"])).toThrow(
      "Place the cursor in a selection of User first.",
    );
    expect(() => add("{ version| ", "Query", ["me"])).toThrow(NotReadable);
    expect(() => add("{ version| }", "Query", ["toString"])).toThrow("Query has no field toString.");
  });

  test("the selection at the cursor is the innermost, also in fragments", () => {
    const text = "query A { search { ... on User { id } } } fragment F on Invoice { number owner { name } }";
    const typeAt = (word: string) => selectedAt(text, text.indexOf(word), schema)?.type.name;
    expect(["search", "id", "number", "name"].map(typeAt)).toEqual(["Query", "User", "Invoice", "User"]);
    expect(selectedAt(text, 3, schema)).toBeNull();
    expect(selectedAt("{", 1, schema)).toBeNull();
  });

  test("every field of the platform's root types is added to an empty document as a valid one", () => {
    const text = readFileSync(new URL("../../schema/supergraph.graphql", import.meta.url), "utf8");
    const graph = buildSchema(text, { assumeValid: true });
    let count = 0;
    for (const root of [graph.getQueryType()!, graph.getMutationType()!]) {
      for (const name of Object.keys(root.getFields())) {
        const { document } = add("", root.name, [name], graph);
        expect(validate(graph, parse(document)), name).toEqual([]);
        count++;
      }
    }
    expect(count).toBeGreaterThan(400);
  });
});

describe("JSON of a response", () => {
  const value = { data: { list: [{ a: 1 }, { a: null }], empty: [], none: {}, text: `"x"`, ok: true } };

  test("the lines are those that JSON.stringify prints", () => {
    const text = jsonLines(value)
      .map(
        ({ depth, key, text: content, hasComma }) =>
          `${"  ".repeat(depth)}${key === null ? "" : `${JSON.stringify(key)}: `}${content}${hasComma ? "," : ""}`,
      )
      .join("\n");
    expect(text).toBe(JSON.stringify(value, null, 2));
  });

  test("a folded value hides its content and its closing bracket", () => {
    const lines = jsonLines(value);
    const all = shownLines(lines, new Set()).length;
    expect(all).toBe(lines.length);
    const list = lines.findIndex(({ key }) => key === "list");
    expect(lines[list]).toMatchObject({ size: 2, end: list + 7 });
    expect(shownLines(lines, new Set([list]))).toHaveLength(all - 7);
    expect(shownLines(lines, foldedBelow(lines, 1))).toHaveLength(3);
  });

  test("deep nesting and many lines are printed without trouble", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 3_000; level++) deep = [deep];
    expect(jsonLines(deep).length).toBeLessThan(250);
    const many = jsonLines(Array.from({ length: 50_000 }, (_, index) => ({ index })));
    expect(many).toHaveLength(150_002);
  });

  test("of a long list only the lines on screen are drawn", () => {
    const at = (scrollTop: number) => windowAt({ scrollTop, height: 480, rowHeight: 24 }, 10_000);
    expect(at(0)).toMatchObject({ from: 0, to: 50 });
    expect(at(2_400)).toMatchObject({ from: 70, to: 150 });
    expect(at(1e9)).toMatchObject({ from: 9_970, to: 10_000 });
  });
});

describe("lists of a response as tables", () => {
  test("lists of objects are found from the outside in, with the properties of their rows as columns", () => {
    const tables = listTables({
      me: {
        invoices: [
          { id: 1, total: 5 },
          { id: 2, owner: { name: "Ann" } },
        ],
        tags: ["a"],
      },
      items: [{ lines: [{ a: 1 }] }],
      mixed: [{ a: 1 }, 5],
    });
    expect(tables.map(({ path, columns, rows }) => [path, columns, rows.length])).toEqual([
      ["items", ["lines"], 1],
      ["me.invoices", ["id", "total", "owner"], 2],
    ]);
    expect(listTables(null)).toEqual([]);
    expect(listTables([{ a: 1 }])[0]).toMatchObject({ path: "items" });
  });

  test.each([
    [undefined, ""],
    [null, "null"],
    [0, "0"],
    [[1, 2], "2 items"],
    [{ id: "x", name: "Ann" }, "Ann"],
    [{ a: 1 }, "1 field"],
  ])("a cell with %j is shown as %j", (value, text) => {
    expect(cellText(value)).toBe(text);
  });
});
