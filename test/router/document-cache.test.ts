import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { DocumentCache } from "../../router/graphql/document-cache.ts";

const schema = buildSchema("type Query { here: Int }");

test("no document text collides with a named operation of another document", () => {
  const documents = new DocumentCache(schema);
  const named = { text: "query Here { here }", operationName: "Here" };
  // Forgery attempts: the other document's key as the text of another document.
  for (const text of [`4 Here${named.text}`, `\x004 Here${named.text}`, `Here${named.text}`])
    expect(documents.read({ text }).document).toBeNull();
  expect(documents.read(named).document).not.toBeNull();
  expect(documents.findReady({ text: "\x004 Herequery Here { here }" })?.errors).toHaveLength(1);
});

test("each operation of a document is a separate entry", () => {
  const documents = new DocumentCache(schema);
  const text = "query A { here } query B { here }";
  const read = documents.read({ text, operationName: "A" });
  documents.markReady({ text, operationName: "A" }, read, 0);
  expect(documents.findReady({ text, operationName: "A" })).toBe(read);
  expect(documents.findReady({ text, operationName: "B" })).toBeNull();
});
