import fc from "fast-check";
import { expect, test } from "vitest";
import { lanesOf } from "../../../subgraphs/hub/processor-events/lanes.ts";

interface Run {
  name: string;
  places: string[] | null;
}
const run = (name: string, places: string[] | null): Run => ({ name, places });
const namesOf = (runs: readonly Run[]) => runs.map(({ name }) => name).join(" ");
const laid = (runs: readonly Run[]) => {
  const { beside, alone } = lanesOf(runs, ({ places }) => places);
  return { beside: beside.map(namesOf).sort(), alone: namesOf(alone) };
};

test.each<[string, Run[], { beside: string[]; alone: string }]>([
  ["nothing in common", [run("1", ["a"]), run("2", ["b"])], { beside: ["1", "2"], alone: "" }],
  ["one place", [run("1", ["a"]), run("2", ["a"])], { beside: ["1 2"], alone: "" }],
  [
    "joined by a third",
    [run("1", ["a"]), run("2", ["b"]), run("3", ["a", "b"])],
    { beside: ["1 2 3"], alone: "" },
  ],
  ["no place", [run("1", []), run("2", [])], { beside: ["1", "2"], alone: "" }],
  ["unknown", [run("1", null), run("2", ["a"]), run("3", null)], { beside: ["2"], alone: "1 3" }],
])("%s", (_name, runs, expected) => {
  expect(laid(runs)).toEqual(expected);
});

test("each run executes once and in order, and no place is in two lanes", () => {
  const places = fc.option(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 3 }));
  fc.assert(
    fc.property(fc.array(places, { maxLength: 20 }), (given) => {
      const runs = given.map((own, index) => ({ index, places: own }));
      const { beside, alone } = lanesOf(runs, (one) => one.places);
      const all = [...beside.flat(), ...alone].map(({ index }) => index);
      expect(all.toSorted((a, b) => a - b)).toEqual(runs.map(({ index }) => index));
      for (const lane of [...beside, alone]) expect(lane).toEqual(lane.toSorted((a, b) => a.index - b.index));
      const claimed = beside.flatMap((lane) => [...new Set(lane.flatMap((one) => one.places!))]);
      expect(new Set(claimed).size).toBe(claimed.length);
    }),
  );
});
