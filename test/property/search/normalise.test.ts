import { describe, expect, test } from "vitest";
import { replaceAliases } from "../../../subgraphs/property/search/aliases.ts";
import { editDistance, forgivenEdits } from "../../../subgraphs/property/search/edit-distance.ts";
import { readHouseNumber, searchedNumbers } from "../../../subgraphs/property/search/house-numbers.ts";
import { normalisedLine } from "../../../subgraphs/property/search/normalise.ts";
import { readTerms } from "../../../subgraphs/property/search/query-terms.ts";
import { regionCodeOf } from "../../../subgraphs/property/search/places.ts";

describe("normalising text", () => {
  test.each([
    ["506 Second Avenue", "506 2 ave"],
    ["506 2nd Ave.", "506 2 ave"],
    ["Twenty-Third Street", "23 st"],
    ["3701 S.W. 104th St.", "3701 sw 104 st"],
    ["233 South Wacker", "233 s wacker"],
    ["One Union Square", "1 union sq"],
    ["Union Square One", "union sq one"],
    ["Saint Luke", "st luke"],
    ["O'Hare Plaza", "ohare plz"],
    ["Doña Ana", "dona ana"],
    ["41-42 50 STREET", "41-42 50 st"],
    ["4612 - 4730 W Irving Park Rd", "4612-4730 w irving park rd"],
    ["The Art Institute of Chicago", "art institute chicago"],
    ["Avenue A", "ave a"],
    ["the", "the"],
    ["100% _", "100"],
    ["%", ""],
    ["🙂", ""],
  ])("%s becomes %s", (text, line) => {
    expect(normalisedLine(text)).toBe(line);
  });

  test("normalising twice changes nothing more", () => {
    for (const text of [
      "506 Second Avenue",
      "3701 S.W. 104th St.",
      "One Union Square",
      "Saint Luke",
      "Twenty-Third Street",
    ]) {
      expect(normalisedLine(normalisedLine(text))).toBe(normalisedLine(text));
    }
  });
});

describe("other names", () => {
  test("every spelling of a street becomes one word", () => {
    const spellings = ["dr martin luther king jr dr", "mlk jr dr", "king dr", "m l king jr dr"].map(
      (text) => replaceAliases(text.split(" "))[0],
    );
    expect(new Set(spellings)).toEqual(new Set(["mlk"]));
  });

  test("region names and codes mean the same in any case", () => {
    expect(["WA", "wa", "Washington", " washington "].map(regionCodeOf)).toEqual(["WA", "WA", "WA", "WA"]);
    expect(regionCodeOf("constructor")).toBeNull();
  });
});

describe("house numbers", () => {
  test("a range stands for each number of that side of the street", () => {
    expect(readHouseNumber(["400-410", "n", "michigan"], false).numbers).toEqual(
      expect.arrayContaining(["400", "404", "410", "400-410"]),
    );
    expect(readHouseNumber(["400-410", "n", "michigan"], false).numbers).not.toContain("405");
    expect(readHouseNumber(["4633", "4645", "n", "kedzie"], false)).toMatchObject({ count: 2 });
  });

  test("a range may leave out what its ends have in common", () => {
    expect(readHouseNumber(["4720-26", "s", "greenwood"], false).numbers).toEqual(
      expect.arrayContaining(["4720", "4722", "4724", "4726"]),
    );
    expect(readHouseNumber(["102-30", "queens", "blvd"], true).numbers).toEqual(["102-30", "10230"]);
    expect(searchedNumbers("102-30")).toEqual(["102-30", "10230"]);
  });

  test("in Queens the hyphen is part of one number, and a numbered street is no range", () => {
    expect(readHouseNumber(["41-49", "50", "st"], true).numbers).toEqual(["41-49", "4149"]);
    expect(readHouseNumber(["20", "93", "st"], false).numbers).toEqual(["20"]);
  });

  test("a searched ZIP+4 means its ZIP", () => {
    expect(searchedNumbers("60603-5506")).toEqual(["60603"]);
  });
});

describe("the words of a query", () => {
  test.each([
    ["233 S Wacker Dr Suite 4600, Chicago IL, USA", "233 s wacker dr chicago il"],
    ["Suite 4600", "suite 4600"],
    ["USA", "usa"],
    ["138 w 140 sreet", "138 w 140 st"],
    ["400 broad street", "400 broad st"],
    ["2109 Borden Ave, Long Island City", "2109 borden ave queens"],
    ["230 CPW", "230 centralparkwest"],
  ])("of %s are %s", (q, words) => {
    expect(readTerms(q).join(" ")).toBe(words);
  });
});

describe("typing errors", () => {
  test("one edit is a letter more, less, other or swapped", () => {
    for (const typo of ["towr", "towerr", "tawer", "twoer"]) expect(editDistance(typo, "tower", 1)).toBe(1);
    expect(editDistance("willis", "wallace", 2)).toBe(3);
  });

  test("short words and words with digits are forgiven nothing", () => {
    expect(["oak", "4142", "41-42", "12a4", "main", "merchandise"].map(forgivenEdits)).toEqual([
      0, 0, 0, 0, 1, 2,
    ]);
  });
});
