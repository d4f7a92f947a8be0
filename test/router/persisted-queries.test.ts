import { createHash } from "node:crypto";
import { GraphQLError } from "graphql";
import { expect, test } from "vitest";
import { readParamsOf } from "../../router/graphql/read-request.ts";
import { RequestRefusal } from "../../router/graphql/refusals.ts";

const query = "{ __typename }";
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const hashed = (sha256Hash: unknown, version: unknown = 1) => ({ persistedQuery: { version, sha256Hash } });

function refusalOf(params: object): unknown {
  try {
    readParamsOf(params);
    return null;
  } catch (error) {
    return error;
  }
}

test("a document with its own hash is accepted", () => {
  expect(readParamsOf({ query, extensions: hashed(hashOf(query)) })).toMatchObject({ query });
});

test.each([hashOf("{ other }"), hashOf(query).toUpperCase(), "", "x"])(
  "a document with the hash of another one is refused: %s",
  (hash) => {
    const refusal = refusalOf({ query, extensions: hashed(hash) });
    expect(refusal).toBeInstanceOf(GraphQLError);
    expect(refusal).toMatchObject({
      message: "provided sha does not match query",
      extensions: { http: { status: 400 } },
    });
  },
);

test("a hash without a document is answered so that the client sends the document", () => {
  const refusal = refusalOf({ extensions: hashed(hashOf(query)) });
  expect(refusal).toBeInstanceOf(RequestRefusal);
  expect((refusal as RequestRefusal).errors).toEqual([
    {
      message: "PersistedQueryNotSupported",
      extensions: { code: "PERSISTED_QUERY_NOT_SUPPORTED", http: { status: 200 } },
    },
  ]);
});

test.each([hashed(5), hashed(hashOf(query), 2), hashed(undefined)])(
  "a malformed hash is refused: %j",
  (extensions) => {
    expect(refusalOf({ query, extensions })).toBeInstanceOf(GraphQLError);
  },
);

test.each([{}, { persistedQuery: null }, null, { other: 1 }])(
  "other extensions are ignored: %j",
  (extensions) => {
    expect(readParamsOf({ query, extensions })).toMatchObject({ query });
  },
);
