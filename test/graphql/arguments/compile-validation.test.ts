import {
  getMetadataStorage,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  validateSync,
} from "class-validator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkLengthsFirst } from "../../../src/graphql/length-first.ts";
import { validityOf } from "../../../src/graphql/arguments/compile-validation.ts";
import { validateArgument } from "../../../src/graphql/arguments/validate-argument.ts";
import { buildGatewayGraph } from "../../../subgraphs/gateway/subgraph.ts";
import { buildHubGraph } from "../../../subgraphs/hub/subgraph.ts";
import { buildPropertyGraph } from "../../../subgraphs/property/subgraph.ts";

class Part {
  @MaxLength(3)
  @Matches(/^[a-z]+$/)
  name: string;
}

class Base {
  @Min(1)
  @Max(9)
  count: number;
}

class Whole extends Base {
  @ValidateNested({ each: true })
  parts: (Part | null)[];
  @IsOptional()
  @MaxLength(2, { each: true })
  tags?: string[] | null;
}
checkLengthsFirst([Part, Base, Whole]);

const whole = (values: object) => Object.assign(new Whole(), values);
const part = (name: unknown) => Object.assign(new Part(), { name });

const options = { forbidUnknownValues: false };

test.each([
  [{ count: 1, parts: [part("a")] }, true],
  [{ count: 1, parts: [part("a"), part("abcd")] }, false],
  [{ count: 1, parts: [null] }, false],
  [{ count: 1, parts: "a" }, false],
  [{ count: 0, parts: [] }, false],
  [{ parts: [] }, false],
  [{ count: 1, parts: [], tags: null }, true],
  [{ count: 1, parts: [], tags: ["ab", "abc"] }, false],
  [{ count: 1 }, true],
])("%j is valid: %s, as class-validator says", (values, isValid) => {
  expect(validityOf(Whole)!(whole(values))).toBe(isValid);
  expect(validateSync(whole(values), options).length === 0).toBe(isValid);
});

test("a class without constraints needs no validation", () => {
  expect(validityOf(Map)).toBeNull();
  expect(() => validateArgument({ any: "thing" })).not.toThrow();
});

test("every fault of an invalid argument is reported", () => {
  const faults = { count: 0, parts: [part("A")], tags: ["abc"] };
  const thrown = (() => {
    try {
      validateArgument([whole(faults), whole(faults)]);
    } catch (error) {
      return (error as { extensions: { validationErrors: { property: string }[] } }).extensions;
    }
    return null;
  })();
  const properties = thrown!.validationErrors.map(({ property }) => property);
  expect(properties.sort()).toEqual(["count", "count", "parts", "parts", "tags", "tags"]);
});

test("for every constrained class of the graph, what the compiled test accepts class-validator accepts", () => {
  for (const build of [buildHubGraph, buildPropertyGraph, buildGatewayGraph]) build();
  const storage = getMetadataStorage() as unknown as { validationMetadatas: Map<Function, unknown> };
  const types = [...storage.validationMetadatas.keys()].filter((type) => typeof type === "function");
  expect(types.length).toBeGreaterThan(150);
  const value = fc.oneof(
    fc.constantFrom(
      undefined,
      null,
      "",
      "a",
      "A1",
      "x".repeat(600),
      "2026-01-01",
      "a@b.co",
      "USD",
      "central",
    ),
    fc.constantFrom(0, 1, 5, -1, 0.5, 1e9, Number.NaN, true, [], ["a"], ["x".repeat(600)], {}),
    fc.array(fc.constantFrom<unknown>("a", 1, null, {}), { maxLength: 3 }),
  );
  let accepted = 0;
  for (const type of types) {
    const isValid = validityOf(type)!;
    const names = [
      ...new Set(
        getMetadataStorage()
          .getTargetValidationMetadatas(type, "", false, false)
          .map(({ propertyName }) => propertyName),
      ),
    ];
    fc.assert(
      fc.property(fc.tuple(...names.map(() => value)), (values) => {
        const object = Object.assign(
          Object.create(type.prototype as object) as object,
          Object.fromEntries(names.map((name, index) => [name, values[index]])),
        );
        if (!isValid(object)) return;
        accepted += 1;
        expect(validateSync(object, options), type.name).toEqual([]);
      }),
      { numRuns: 60, seed: 24 },
    );
  }
  expect(accepted).toBeGreaterThan(500);
});

class Named {
  @MinLength(2)
  @MaxLength(3)
  name: string;
}

test.each([
  "a",
  "ab",
  "abc",
  "abcd",
  "😀",
  "😀😀",
  "😀😀😀",
  "😀😀😀😀",
  "❤\uFE0F",
  "❤\uFE0F❤\uFE0F",
  "a❤\uFE0F😀",
  12,
  null,
])("lengths of %j are judged as class-validator does", (name) => {
  const named = Object.assign(new Named(), { name });
  expect(validityOf(Named)!(named)).toBe(validateSync(named, options).length === 0);
});
