import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer, TestApp } from "../support/app.ts";
import { openSharedAppWithTwins } from "../support/shared-app.ts";
import { withoutRequestId } from "../support/without-request-id.ts";

const secret = "public-SECRETTOKEN-77";

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await openSharedAppWithTwins();
  headers = await app.as("eve");
});
afterAll(() => app?.close());

const fieldsOf = ({ body }: Answer) =>
  body.errors[0].extensions.details?.fields as { path: string; message: string; rule: string }[];

/** Sends the same input as a literal and as a variable, and answers both. */
async function bothWays(field: string, type: string, input: string, value: unknown): Promise<Answer[]> {
  return [
    await app.graphql(`mutation { ${field}(input: ${input}) { __typename } }`, {}, headers),
    await app.graphql(
      `mutation($input: ${type}!) { ${field}(input: $input) { __typename } }`,
      { input: value },
      headers,
    ),
  ];
}

describe("a literal and a variable have the same refusal", () => {
  const bank = (accounts: string, institution = "x") =>
    `{ appId: "central" publicToken: "${secret}" metadata: { institutionId: "ins_1" institutionName: "${institution}" accounts: ${accounts} } }`;
  const bankValue = (accounts: unknown) => ({
    appId: "central",
    publicToken: secret,
    metadata: { institutionId: "ins_1", institutionName: "x", accounts },
  });

  test.each([
    [
      "a JSON object that is a text",
      "exchangeBankToken",
      "ExchangeBankTokenInput",
      bank(`["${secret}"]`),
      bankValue([secret]),
    ],
    [
      "open metadata that is a list",
      "consumeCredits",
      "ConsumeCreditsInput",
      `{ appId: "central" amount: 1 description: "x" metadata: ["${secret}"] }`,
      { appId: "central", amount: 1, description: "x", metadata: [secret] },
    ],
    [
      "a third decimal and a text that is too long",
      "consumeCredits",
      "ConsumeCreditsInput",
      `{ appId: "central" amount: 1.001 description: "${"x".repeat(2_000)}" }`,
      { appId: "central", amount: 1.001, description: "x".repeat(2_000) },
    ],
  ])("%s", async (_what, field, type, input, value) => {
    const [literal, variable] = (await bothWays(field, type, input, value)) as [Answer, Answer];
    expect(literal.body.errors[0].extensions).toMatchObject({
      code: "VALIDATION_ERROR",
      http: { status: 400 },
    });
    expect(fieldsOf(literal).length).toBeGreaterThan(0);
    expect(withoutRequestId(literal.body)).toEqual(withoutRequestId(variable.body));
    expect(literal.text).not.toContain("SECRETTOKEN");
  });

  test("a variable within a literal is checked where it stands", async () => {
    const query = `mutation($note: String!, $data: JSONObject) {
      consumeCredits(input: { appId: "central" amount: 1 description: $note metadata: $data }) { balance }
    }`;
    const answer = await app.graphql(query, { note: "x".repeat(2_000), data: {} }, headers);
    expect(answer.body.errors[0].extensions.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(answer)).toEqual([expect.objectContaining({ path: "description", rule: "maxLength" })]);
    const good = await app.graphql(query, { note: "x", data: { a: 1 } }, headers);
    expect(good.body.errors).toBeUndefined();
    expect((await app.graphql(query, { note: "x" }, headers)).body.errors).toBeUndefined();
  });

  test("a default value is checked, and is used when it is good", async () => {
    const query = (data: string) => `mutation($data: JSONObject = ${data}) {
      consumeCredits(input: { appId: "central" amount: 1 description: "x" metadata: $data }) { balance }
    }`;
    const bad = await app.graphql(query(`"${secret}"`), {}, headers);
    expect(bad.body.errors[0].extensions.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(bad)[0]).toMatchObject({ path: "data", rule: "type" });
    expect((await app.graphql(query("{ a: 1 }"), {}, headers)).body.errors).toBeUndefined();
  });

  test("literals that GraphQL coerces are taken: one value for a list, an integer for an ID", async () => {
    const answer = await app.graphql("{ app(appId: 5) { name } }", {}, headers);
    expect(answer.body).toEqual({ data: { app: null } });
  });
});
