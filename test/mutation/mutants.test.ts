import { expect, test } from "vitest";
import { findMutants, instrument } from "./mutants.ts";
import { sampleMutants } from "./sample.ts";

/** Results of `f` with the same arguments, without a mutant and with each mutant active. */
function outcomes(code: string, ...args: unknown[]): Map<string, unknown> {
  const mutants = findMutants("sample.ts", code).map((mutant, index) => ({ ...mutant, id: index + 1 }));
  const text = instrument(code, mutants);
  const call = (active: number) => {
    const isActive = (id: number) => id === active;
    // Evaluates only code literals of this file.
    // oxlint-disable-next-line typescript/no-implied-eval
    const make = new Function("__mutant", `${text}\nreturn f;`) as (
      isActive: (id: number) => boolean,
    ) => (...args: unknown[]) => unknown;
    try {
      return make(isActive)(...args);
    } catch (error) {
      return (error as Error).name;
    }
  };
  const found = mutants.map(({ id, replacement }) => [replacement || "(removed)", call(id)] as const);
  return new Map([["as it is", call(0)], ...found]);
}

test("a condition is negated, set to true and false, and its boundary shifted", () => {
  const code = "function f(n) { if (n <= 3) return 1; return 2; }";
  expect(Object.fromEntries(outcomes(code, 3))).toEqual({
    "as it is": 1,
    "(n) < (3)": 2,
    "(n) > (3)": 2,
    true: 1,
    false: 2,
  });
});

test("arithmetic, booleans, calls and returned strings are mutated", () => {
  expect(outcomes("function f(a, b) { return a - b; }", 5, 2).get("(a) + (b)")).toBe(7);
  expect(outcomes("function f() { return true; }").get("false")).toBe(false);
  expect(outcomes("function f() { return 'paid'; }").get('"mutated"')).toBe("mutated");
  expect(outcomes("function f(list) { list.push(1); return list.length; }", []).get("(removed)")).toBe(0);
  expect(outcomes("function f(list) { return list.filter((n) => n).length; }", [0, 1]).get("list")).toBe(2);
});

test("the removal of a statement leaves the else of its condition in place", () => {
  const code = "function f(a) { const l = []; if (a) l.push(1); else l.push(2, 3); return l.length; }";
  expect(outcomes(code, true).get("as it is")).toBe(1);
  expect(outcomes(code, false).get("as it is")).toBe(2);
});

test("an optional chain becomes plain access and is mutated as a whole", () => {
  const found = outcomes("function f(a) { return a?.b.filter((n) => n).length; }", undefined);
  expect(found.get("as it is")).toBeUndefined();
  expect(found.get("a.b.filter((n) => n).length")).toBe("TypeError");
  expect(found.size).toBe(2);
});

test("nested mutants are activated one at a time", () => {
  const found = outcomes("function f(a, b) { return !(a && b === 1) ? 'x' : 'y'; }", true, 1);
  expect(found.get("as it is")).toBe("y");
  expect(found.get("(b) !== (1)")).toBe("x");
  expect(found.get("(a) || (b === 1)")).toBe("y");
});

test("types, decorators, imports, property names and messages are not mutated", () => {
  const code = `import { x } from "y";
type Kind = "a" | "b";
enum Level { low = "low" }
class C { @Field(() => [String], { nullable: true }) name?: string = "a sentence"; }
const sizes = { "a-b": 1 };`;
  expect(findMutants("sample.ts", code)).toEqual([]);
});

test("instrumented code keeps its line numbers", () => {
  const code = "function f(a) {\n  if (a) {\n    a.go();\n  }\n  return a ? 1 : 2;\n}\n";
  const mutants = findMutants("sample.ts", code);
  expect(mutants.length).toBeGreaterThan(3);
  expect(instrument(code, mutants).split("\n")).toHaveLength(code.split("\n").length);
});

test("a sample keeps its mutants when other code changes", () => {
  const before = "const a = (n) => n > 1;\nconst b = (n) => n < 1;\nconst c = (n) => n === 1;\n";
  const keys = (code: string) => sampleMutants(findMutants("sample.ts", code), 3, "7").map(({ key }) => key);
  const after = keys(`const added = 1;\n${before}`);
  expect(after).toEqual(keys(before));
  expect(sampleMutants(findMutants("sample.ts", before), 3, "8").map(({ key }) => key)).not.toEqual(after);
});
