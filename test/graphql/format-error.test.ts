import { Matches } from "class-validator";
import { GraphQLError } from "graphql";
import { expect, test } from "vitest";
import { formatError } from "../../src/graphql/format-error.ts";
import { validateArgument } from "../../src/graphql/validate-argument.ts";
import { silentLog } from "../support/silent-log.ts";

class Listed {
  @Matches(/^(open|paid)$/)
  status: string;
  @Matches(/^(open|paid)$/, { each: true })
  statuses: string[];
  @Matches(/^[a-z]{3}$/)
  code: string;
}

test("a value that is none of those listed is told them, as the doors' own check tells it", () => {
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
    { path: "code", message: expect.stringContaining("must match"), rule: "pattern" },
  ]);
});
