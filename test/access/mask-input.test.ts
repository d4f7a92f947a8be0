import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { looksSecret, maskInput } from "../../src/access/mask-input.ts";
import { generateKey } from "../../src/access/key-format.ts";
import { newId } from "../../src/ids.ts";
import { CreditsScalar, JSONObjectScalar } from "../../src/graphql/scalars.ts";

const schema = buildSchema(`
  scalar Credits scalar JSONObject scalar DateTime
  enum Colour { RED }
  input Line { description: String, price: Float, itemId: ID }
  input Everything {
    amount: Credits, count: Int, isNew: Boolean, colour: Colour, at: DateTime, holdId: ID, tin: String, name: ID
    appId: String, metadata: JSONObject, lines: [Line!], status: String, password: String
  }
  type Query { a: Int } type Mutation { act(input: Everything!, propertyId: ID): Int }
`);
Object.assign(schema.getType("Credits")!, { serialize: CreditsScalar.serialize });
Object.assign(schema.getType("JSONObject")!, { serialize: JSONObjectScalar.serialize });
const { args } = schema.getMutationType()!.getFields()["act"]!;

test("numbers, times, enum values, own ids and named fields are shown, everything else is masked", () => {
  const holdId = newId("hold");
  const at = new Date("2026-01-02T03:04:05.000Z");
  const input = {
    amount: 150,
    count: 2,
    isNew: true,
    colour: "RED",
    at,
    holdId,
    tin: "123456789",
    name: "Ann",
  };
  const more = { appId: "central", metadata: { a: "b" }, status: "draft", password: "hunter2" };
  const lines = [{ description: "secret work", price: 9.5, itemId: "itm_x" }];
  expect(maskInput(args, { input: { ...input, ...more, lines }, propertyId: "demo-1" })).toEqual({
    amount: 1.5,
    count: 2,
    isNew: true,
    colour: "RED",
    at,
    holdId,
    tin: "***",
    name: "***",
    appId: "central",
    metadata: "***",
    status: "draft",
    password: "***",
    lines: [{ description: "***", price: 9.5, itemId: "***" }],
    propertyId: "***",
  });
});

test.each([
  ["a key", generateKey("hub_live")],
  ["a service key", generateKey("hubsa_live")],
  ["a webhook secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ["a token", "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"],
  ["a tax number", "123-45-6789"],
  ["nine digits", "987654321"],
])("%s is masked in a named field too", (_, secret) => {
  expect(looksSecret(secret)).toBe(true);
  expect(maskInput(args, { input: { appId: secret, status: secret } })).toEqual({
    appId: "***",
    status: "***",
  });
});

test("omitted and null fields are not masked, and masked lists are bounded at any length", () => {
  expect(
    maskInput(args, { input: { tin: null, lines: Array.from({ length: 50 }, () => ({ price: 1 })) } }),
  ).toEqual({
    tin: null,
    lines: Array.from({ length: 20 }, () => ({ price: 1 })),
  });
});
