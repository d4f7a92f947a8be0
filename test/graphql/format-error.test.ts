import { Matches } from "class-validator";
import { buildSchema, GraphQLError, parse, type GraphQLScalarType } from "graphql";
import { expect, test } from "vitest";
import { DomainError } from "../../src/errors.ts";
import { formatError } from "../../src/graphql/format-error.ts";
import { createLocalExecutor } from "../../src/graphql/local-executor.ts";
import { validateArgument } from "../../src/graphql/arguments/validate-argument.ts";
import { silentLog } from "../support/silent-log.ts";

class Listed {
  @Matches(/^(open|paid)$/)
  status: string;
  @Matches(/^(open|paid)$/, { each: true })
  statuses: string[];
  @Matches(/^[a-z]{3}$/)
  code: string;
}

test("a value outside an enumerated pattern is reported with the allowed values, like the doors' own check does", () => {
  const input = Object.assign(new Listed(), { status: "shut", statuses: ["paid", "shut"], code: "1" });
  let thrown: unknown;
  try {
    validateArgument(input);
  } catch (error) {
    thrown = error;
  }
  const error = new GraphQLError("wrong", { originalError: thrown as Error });
  const { details } = formatError(error, { log: silentLog, requestId: "req_1" }).extensions as {
    details: { fields: object[] };
  };
  expect(details.fields).toEqual([
    { path: "status", message: "must be one of open, paid", rule: "enum" },
    { path: "statuses", message: "must be one of open, paid", rule: "enum" },
    { path: "code", message: "must have the format that its description gives", rule: "pattern" },
  ]);
});

test("a value that graphql or graphql-jit refuses is the caller's fault, named without the value and not logged", async () => {
  const schema = buildSchema("scalar Open input In { a: Open! } type Query { f(input: In!): Int }");
  const open = schema.getType("Open") as GraphQLScalarType;
  open.parseValue = open.parseLiteral = () => {
    throw new GraphQLError("cannot represent canary");
  };
  const lines: unknown[] = [];
  const call = { requestId: "req_1", log: { error: (line: unknown) => lines.push(line) } } as never;
  const run = createLocalExecutor({ schema, contextFor: () => call });
  const literal = parse('{ f(input: { a: "canary" }) }');
  const variable = parse("query($input: In!) { f(input: $input) }");
  // The first run is graphql-js's, the second graphql-jit's.
  for (const document of [literal, literal, variable, variable]) {
    const { errors } = await run({ document, variables: { input: { a: "canary" } }, call });
    expect(errors).toHaveLength(1);
    expect(errors![0]!.extensions).toEqual({
      code: "VALIDATION_ERROR",
      details: {
        fields: [
          { path: expect.stringMatching(/^(input|a)$/), message: "is not a valid value", rule: "type" },
        ],
      },
      http: { status: 400 },
    });
    expect(JSON.stringify(errors)).not.toContain("canary");
  }
  expect(lines).toEqual([]);
});

test("an error for a response has code and path but no stack, and later errors have theirs", () => {
  const refusal = new DomainError("SLOT_TAKEN", "This slot is taken. Choose another.");
  const error = new GraphQLError(refusal.message, { originalError: refusal, path: ["book"] });
  const shown = formatError(error, { log: silentLog, requestId: "req_1" });
  expect(shown).toMatchObject({ path: ["book"], extensions: { code: "SLOT_TAKEN", http: { status: 409 } } });
  expect(shown.stack).not.toContain("\n    at ");
  expect(new Error("later").stack).toContain("\n    at ");
});
