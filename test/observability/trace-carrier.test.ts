import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCarrier, printCarrier, readCarrier } from "../../src/observability/trace-carrier.ts";

const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

describe("trace context of headers", () => {
  test("a valid pair is read", () => {
    const headers = { traceparent, tracestate: "one=1,two=2" };
    expect(readCarrier(headers)).toEqual(headers);
    expect(readCarrier({ traceparent })).toEqual({ traceparent });
  });

  test.each([
    ["missing", undefined],
    ["a list", [traceparent]],
    ["empty", ""],
    ["upper case", traceparent.toUpperCase()],
    ["too short", traceparent.slice(0, -1)],
    ["two values that Node joined", `${traceparent}, ${traceparent}`],
    ["a line break", `${traceparent}\n`],
    ["too long", `${traceparent}-${"x".repeat(1_000_000)}`],
  ])("traceparent is ignored: %s", (_, value) => {
    expect(readCarrier({ traceparent: value, tracestate: "one=1" })).toBeNull();
  });

  test.each([
    ["too long", `one=${"x".repeat(509)}`],
    ["a control character", "one=\u0000"],
    ["beyond ASCII", "one=é"],
    ["a list", ["one=1"]],
  ])("tracestate is dropped: %s", (_, tracestate) => {
    expect(readCarrier({ traceparent, tracestate })).toEqual({ traceparent });
  });

  test("no header makes it throw", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        const read = readCarrier({ traceparent: one, tracestate: other });
        expect(read === null || read.traceparent === one).toBe(true);
      }),
    );
  });
});

describe("trace context that is stored", () => {
  test("is read as it was written", () => {
    for (const carrier of [{ traceparent }, { traceparent, tracestate: "one=1, two=2" }]) {
      expect(parseCarrier(printCarrier(carrier))).toEqual(carrier);
    }
  });

  test("is ignored when it is not one", () => {
    for (const text of [null, undefined, "", "x", ` ${traceparent}`]) expect(parseCarrier(text)).toBeNull();
  });
});
