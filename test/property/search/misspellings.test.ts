import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editDistance } from "../../../subgraphs/property/search/edit-distance.ts";
import { Misspellings } from "../../../subgraphs/property/search/misspellings.ts";
import { Vocabulary } from "../../../subgraphs/property/search/vocabulary.ts";

const words = fc.string({ unit: fc.constantFrom("a", "b", "c", "z"), minLength: 3, maxLength: 11 });

describe("words found by their typing errors", () => {
  test("are all words within the distance, and no others", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(words, { maxLength: 60 }),
        words,
        fc.constantFrom(1, 2),
        (indexed, searched, limit) => {
          const near = indexed.flatMap((word) => {
            const distance = editDistance(searched, word, limit);
            return distance > 0 && distance <= limit ? [[word, distance] as const] : [];
          });
          const found = [...new Misspellings(indexed).near(searched, limit)];
          expect(new Map(found)).toEqual(new Map(near));
        },
      ),
      { numRuns: 300 },
    );
  });

  test("a word longer than all of them is near none, at once", () => {
    expect([...new Misspellings(["tower", "wrigley"]).near("b".repeat(200), 2)]).toEqual([]);
  });
});

describe("a vocabulary", () => {
  const vocabulary = new Vocabulary(
    new Map([
      ["tow", 1],
      ["tower", 20],
      ["towers", 3],
      ["wrigley", 2],
    ]),
  );

  test("counts the documents of a word, and of all that begin like it", () => {
    expect(["tower", "towe", "wrigleys", ""].map((word) => vocabulary.countOf(word))).toEqual([20, 0, 0, 0]);
    expect(["tow", "towe", "w", "x"].map((start) => vocabulary.countStartingWith(start))).toEqual([
      24, 23, 2, 0,
    ]);
  });

  test("forgives by the length of a word: none below four letters, one from there, two from eight", () => {
    const found = (word: string) => vocabulary.misspelt(word).map((near) => near.word);
    expect(found("tov")).toEqual([]);
    expect(found("towr")).toEqual(["tow", "tower"]);
    expect(found("wriglye")).toEqual(["wrigley"]);
    expect(found("wriggleyy")).toEqual(["wrigley"]);
    expect(found("5ower")).toEqual([]);
  });
});
