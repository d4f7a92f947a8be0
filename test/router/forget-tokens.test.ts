import { GraphQLError, parse, visit, type ASTNode } from "graphql";
import { expect, test } from "vitest";
import { forgetTokens } from "../../router/graphql/forget-tokens.ts";

const text = `query Q($id: ID = "x") {\n  one(id: $id) @skip(if: false) { ...F }\n}\nfragment F on One { two(in: [{ a: 1 }]) }`;

test("no place of the document refers to a token, and errors keep their lines and columns", () => {
  const document = forgetTokens(parse(text));
  let places = 0;
  visit(document, {
    enter(node) {
      places += 1;
      expect(node.loc).toMatchObject({ startToken: undefined, endToken: undefined });
    },
  });
  expect(places).toBeGreaterThan(25);
  const locations = (node: ASTNode) => new GraphQLError("no", { nodes: node }).locations;
  const [query, fragment] = document.definitions;
  expect(locations(query!)).toEqual([{ line: 1, column: 1 }]);
  expect(locations(fragment!)).toEqual([{ line: 4, column: 1 }]);
});
