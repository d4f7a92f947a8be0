import { describe, expect, test } from "vitest";
import {
  FrameReader,
  frameKinds,
  printFrame,
  ProtocolError,
} from "../../../src/graphql/frames/frame-format.ts";
import { readLines, printLine } from "../../../src/graphql/frames/frame-messages.ts";
import { FrameSeal } from "../../../src/graphql/frames/frame-seal.ts";
import { NumberedTexts } from "../../../src/graphql/frames/numbered-texts.ts";
import {
  printVariables,
  readVariables,
  type PackedVariables,
} from "../../../src/graphql/frames/packed-rows.ts";

function read(pieces: readonly Buffer[], maxBytes = 1_000): [number, string][] {
  const frames: [number, string][] = [];
  const reader = new FrameReader(maxBytes, (kind, body) => frames.push([kind, body.toString("utf8")]));
  for (const piece of pieces) reader.read(piece);
  return frames;
}

describe("frames", () => {
  const sent: [typeof frameKinds.requests | typeof frameKinds.ping, string][] = [
    [frameKinds.requests, "[1]"],
    [frameKinds.ping, ""],
    [frameKinds.requests, "é".repeat(100)],
  ];
  const bytes = Buffer.concat(sent.map(([kind, text]) => printFrame(kind, text)));

  test("are read alike however they are torn", () => {
    for (let size = 1; size <= bytes.length; size++) {
      const pieces: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
      expect([size, read(pieces)]).toEqual([size, sent]);
    }
  });

  test("beyond the limit are refused at their length, before they are kept", () => {
    const head = printFrame(frameKinds.requests, "x".repeat(2_000)).subarray(0, 4);
    expect(() => read([head])).toThrow(ProtocolError);
    expect(() => read([head.subarray(0, 2), head.subarray(2), Buffer.alloc(1)])).toThrow(ProtocolError);
    expect(() => read([Buffer.alloc(4)])).toThrow(ProtocolError);
  });
});

test("a seal holds for one frame, in its place, of one session", () => {
  const parts = { audience: "toy", challenge: "c", nonce: "n" };
  const frame = (seal: FrameSeal, kind: number, text: string) =>
    Buffer.concat([seal.next(kind, Buffer.from(text)), Buffer.from(text)]);
  const sender = new FrameSeal("secret", parts);
  const [first, second] = [frame(sender, 4, "one"), frame(sender, 4, "two")];
  const reader = () => new FrameSeal("secret", parts);
  const ordered = reader();
  expect(ordered.open(4, first)?.toString()).toBe("one");
  expect(ordered.open(4, first)).toBeNull();
  expect(reader().open(4, second)).toBeNull();
  expect(reader().open(5, first)).toBeNull();
  expect(reader().open(4, first.subarray(0, 31))).toBeNull();
  const changed = Buffer.from(first);
  changed[first.length - 1]! ^= 1;
  expect(reader().open(4, changed)).toBeNull();
  expect(new FrameSeal("other", parts).open(4, first)).toBeNull();
  for (const key of ["audience", "challenge", "nonce"]) {
    expect(new FrameSeal("secret", { ...parts, [key]: "x" }).open(4, first)).toBeNull();
  }
});

test("lines carry any JSON text, and anything else is refused", () => {
  const lines: [number, number, string][] = [
    [1, 200, '{"data":"a b\\n c"}'],
    [70_000, 0, ""],
  ];
  const body = Buffer.from(lines.map((line) => printLine(...line)).join(""));
  const got: unknown[] = [];
  readLines(body, (...line) => got.push(line));
  expect(got).toEqual(lines);
  for (const text of ["x", "1 200 {}", "1\n", "a 200 {}\n", "1 x {}\n", " \n", "\n"]) {
    expect(() => readLines(Buffer.from(text), () => undefined), text).toThrow(ProtocolError);
  }
});

test("numbers are kept for texts in use, and given to new ones beyond the limit", () => {
  const texts = new NumberedTexts(3);
  expect(["a", "b", "c"].map((text) => texts.find(text))).toEqual(
    [0, 1, 2].map((number) => ({ number, isNew: true })),
  );
  expect(texts.find("b")).toEqual({ number: 1, isNew: false });
  expect(texts.find("d")).toEqual({ number: 0, isNew: true });
  expect(texts.find("e")).toEqual({ number: 2, isNew: true });
  expect(texts.find("b")).toEqual({ number: 1, isNew: false });
  expect(texts.find("a").isNew).toBe(true);
});

describe("variables", () => {
  const roundTrip = (variables: Record<string, unknown>) => {
    const [others, packed] = JSON.parse(`[${printVariables(variables)}]`) as [
      Record<string, unknown>,
      PackedVariables | 0,
    ];
    return { variables: readVariables(others, packed), isPacked: packed !== 0 };
  };
  const rows = (row: (index: number) => unknown) => Array.from({ length: 20 }, (_, index) => row(index));

  test("that are rows of one form are sent as columns", () => {
    const representations = rows((index) => ({ __typename: "Product", id: `p${index}`, n: index, ok: true }));
    const variables = { first: 3, representations, other: { a: null } };
    expect(roundTrip(variables)).toEqual({ variables, isPacked: true });
    expect(printVariables(variables).length).toBeLessThan(JSON.stringify(variables).length / 2);
    expect(roundTrip({ representations })).toEqual({ variables: { representations }, isPacked: true });
  });

  test.each<[string, unknown]>([
    ["few rows", [{ id: 1 }]],
    ["rows of different keys", rows((index) => (index === 7 ? { id: 1, more: 2 } : { id: index }))],
    ["rows with fewer keys", rows((index) => (index === 7 ? {} : { id: index }))],
    ["keys in another order", rows((index) => (index === 7 ? { b: 1, a: 2 } : { a: 1, b: 2 }))],
    ["nested values", rows((index) => ({ id: { index } }))],
    ["nulls", rows(() => ({ id: null }))],
    ["a key that names the prototype", rows(() => JSON.parse('{"__proto__":1}') as unknown)],
    ["texts", rows(String)],
    ["lists", rows((index) => [index])],
    ["a null among rows", rows((index) => (index === 3 ? null : { id: index }))],
    ["nothing", undefined],
  ])("that are %s are sent as they are", (_, value) => {
    const variables = { value };
    const expected = JSON.parse(JSON.stringify(variables)) as unknown;
    expect(roundTrip(variables)).toEqual({ variables: expected, isPacked: false });
  });
});
