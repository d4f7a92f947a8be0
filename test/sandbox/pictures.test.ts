import { PNG } from "pngjs";
import { describe, expect, test } from "vitest";
import { drawPicture } from "../../sandbox/picture.ts";
import { photoCatalogue, photoColours, searchCatalogue } from "../../sandbox/photo-catalogue.ts";
import { sendJson, startTestSandbox } from "./start-test-sandbox.ts";

const dotsOf = async (seed: string, width: number, height: number) =>
  PNG.sync.read(await drawPicture(seed, { width, height }));

describe("a picture of the sandbox", () => {
  test.each([
    [1024, 1024],
    [1536, 1024],
    [832, 1248],
    [96, 64],
  ])("is a PNG of %i by %i", async (width, height) => {
    const png = await dotsOf("seed", width, height);
    expect([png.width, png.height]).toEqual([width, height]);
  });

  test("follows from its seed alone", async () => {
    const size = { width: 256, height: 256 };
    const [one, again, other] = await Promise.all(["a", "a", "b"].map((seed) => drawPicture(seed, size)));
    expect(one!.equals(again!)).toBe(true);
    expect(one!.equals(other!)).toBe(false);
  });

  test("says SANDBOX in dark letters on white, across its middle", async () => {
    const png = await dotsOf("seed", 1024, 1024);
    const dot = Math.floor(1024 / 49);
    const [left, top] = [Math.floor((1024 - 43 * dot) / 2), Math.floor((1024 - 11 * dot) / 2)];
    const rows = Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 42 }, (_column, column) => {
        const x = left + (column + 1) * dot + Math.floor(dot / 2);
        const y = top + (row + 2) * dot + Math.floor(dot / 2);
        return png.data[(y * png.width + x) * 4] === 20 ? "#" : ".";
      }).join(""),
    );
    expect(rows).toEqual([
      ".####..###..#...#.####..####...###..#...#.",
      "#.....#...#.##..#.#...#.#...#.#...#.#...#.",
      "#.....#...#.#.#.#.#...#.#...#.#...#..#.#..",
      ".###..#####.#..##.#...#.####..#...#...#...",
      "....#.#...#.#...#.#...#.#...#.#...#..#.#..",
      "....#.#...#.#...#.#...#.#...#.#...#.#...#.",
      "####..#...#.#...#.####..####...###..#...#.",
    ]);
  });
});

describe("the stand-in of the photo library", () => {
  test("has photos that its colours and words find", () => {
    expect(searchCatalogue("office", null).length).toBeGreaterThan(1);
    for (const colour of Object.keys(photoColours))
      expect(photoCatalogue.some((photo) => photo.colour === colour)).toBe(true);
    expect(searchCatalogue("office desk", "white")[0]!.id).toBe("sandbox-photo-1");
    expect(searchCatalogue("office", "green")).toEqual([]);
  });

  test("the photo library requires a key", async () => {
    const { url } = await startTestSandbox();
    const answer = await sendJson("GET", `${url}/photos/search/photos?query=office`);
    expect(answer).toMatchObject({ status: 401, body: { errors: [expect.any(String)] } });
  });
});
