import { GraphQLError } from "graphql";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createLog } from "../../src/observability/log.ts";

/** A logger and the lines it wrote, as objects. */
function capture(level = "info") {
  const lines: string[] = [];
  const log = createLog({ level, destination: { write: (line) => void lines.push(line) } });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

describe("a log line", () => {
  test("is one JSON object with its level, time, fields and sentence", () => {
    const { log, lines, parsed } = capture();
    log.info({ requestId: "req_1", status: 200 }, "request");
    expect(lines).toHaveLength(1);
    expect(lines[0]!.endsWith("\n")).toBe(true);
    expect(parsed()).toEqual([
      { level: "info", time: expect.any(Number), requestId: "req_1", status: 200, msg: "request" },
    ]);
  });

  test.each([
    "authorization",
    "token",
    "password",
    "apiKey",
    "key",
    "body",
    "headers",
    "email",
    "tin",
    "prompt",
  ])("never shows a field called %s, by itself or bound to a child", (name) => {
    const { log, lines } = capture();
    log.info({ [name]: "canary", requestId: "req_1" }, "said");
    log.child({ [name]: "canary", component: "x" }).info("said");
    expect(lines).toHaveLength(2);
    expect(lines.join("")).not.toContain("canary");
    expect(lines[0]).toContain("req_1");
    expect(lines[1]).toContain('"component":"x"');
  });

  test("shows of an error its type, message, stack and causes, and nothing that hangs on it", () => {
    const { log, lines, parsed } = capture();
    const cause = Object.assign(new RangeError("inner"), { parameters: ["canary"] });
    const error = Object.assign(new Error("outer", { cause }), {
      detail: "canary",
      headers: { a: "canary" },
    });
    log.error({ err: error }, "failed");
    expect(lines.join("")).not.toContain("canary");
    expect(parsed()[0]!["err"]).toEqual({
      type: "Error",
      message: "outer",
      stack: expect.stringContaining("log.test.ts"),
      cause: { type: "RangeError", message: "inner", stack: expect.any(String) },
    });
  });

  test.each([
    ["graphql", () => new GraphQLError('Argument "input" has invalid value "canary"', { path: ["a", 0] })],
    ["JSON.parse", () => thrownBy(() => JSON.parse("canary"))],
    ["BigInt", () => thrownBy(() => BigInt("canary"))],
    ["Intl", () => thrownBy(() => new Intl.DateTimeFormat("en", { timeZone: "canary" }))],
    ["zod", () => thrownBy(() => z.strictObject({}).parse({ canary: 1 }))],
    ["PostgreSQL", () => Object.assign(new Error('invalid input syntax: "canary"'), { code: "22P02" })],
  ])("withholds what %s quotes of input, and tells where it was thrown", (_who, make) => {
    const { log, lines, parsed } = capture();
    log.error({ err: make() }, "failed");
    log.error({ err: new Error("outer", { cause: make() }) }, "failed");
    expect(lines.join("")).not.toContain("canary");
    const { message, stack } = parsed()[0]!["err"] as Record<string, string>;
    expect(message).toContain("withheld");
    expect(stack).toContain("log.test.ts");
  });

  test("is not written below the level", () => {
    const { log, lines } = capture("warn");
    log.info("quiet");
    log.warn("loud");
    expect(lines).toHaveLength(1);
  });
});
