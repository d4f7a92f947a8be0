import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { PNG } from "pngjs";

/** A colour: red, green, blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Letters of five by seven dots, a row a string. */
const letters: Readonly<Record<string, readonly string[]>> = {
  S: [".####", "#....", "#....", ".###.", "....#", "....#", "####."],
  A: [".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"],
  N: ["#...#", "##..#", "#.#.#", "#..##", "#...#", "#...#", "#...#"],
  D: ["####.", "#...#", "#...#", "#...#", "#...#", "#...#", "####."],
  B: ["####.", "#...#", "#...#", "####.", "#...#", "#...#", "####."],
  O: [".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."],
  X: ["#...#", "#...#", ".#.#.", "..#..", ".#.#.", "#...#", "#...#"],
};

const word = "SANDBOX";
const tilesAcross = 8;

/**
 * A PNG of this size that is clearly not a real picture: coloured tiles derived from the seed, under the word
 * SANDBOX. The same seed gives the same bytes. `base`, if given, is the dominant colour.
 */
export async function drawPicture(
  seed: string,
  { width, height, base }: { width: number; height: number; base?: Rgb },
): Promise<Buffer> {
  const { PNG: Picture } = await import("pngjs");
  const png = new Picture({
    width,
    height,
    colorType: 2,
    inputColorType: 6,
    filterType: 0,
    deflateStrategy: 0,
    deflateLevel: 1,
  });
  drawTiles(png, createHash("sha256").update(seed).digest(), base);
  drawWord(png);
  // It is a stream of the old kind.
  const bytes = new PassThrough();
  png.on("error", (error: Error) => bytes.destroy(error));
  return buffer(png.pack().pipe(bytes));
}

function drawTiles(png: PNG, hash: Buffer, base: Rgb | undefined): void {
  const size = Math.ceil(png.width / tilesAcross);
  for (let y = 0; y < png.height; y += size) {
    for (let x = 0; x < png.width; x += size) {
      const tile = Math.floor(y / size) * tilesAcross + Math.floor(x / size);
      const byteAt = (offset: number) => hash[(tile * 3 + offset) % hash.length]!;
      const own: Rgb = [byteAt(0), byteAt(1), byteAt(2)];
      fill(png, { x, y, width: size, height: size }, base ? mix(base, own) : own);
    }
  }
}

function drawWord(png: PNG): void {
  const dotsAcross = word.length * 6 + 1;
  const dot = Math.max(1, Math.floor(png.width / (dotsAcross + 6)));
  const left = Math.floor((png.width - dotsAcross * dot) / 2);
  const top = Math.floor((png.height - 11 * dot) / 2);
  fill(png, { x: left - dot, y: top, width: (dotsAcross + 2) * dot, height: 11 * dot }, [255, 255, 255]);
  word.split("").forEach((letter, index) => {
    letters[letter]!.forEach((row, rowIndex) => {
      row.split("").forEach((mark, column) => {
        if (mark !== "#") return;
        const x = left + (index * 6 + column + 1) * dot;
        fill(png, { x, y: top + (rowIndex + 2) * dot, width: dot, height: dot }, [20, 20, 20]);
      });
    });
  });
}

function fill(
  { data, width: across, height: down }: PNG,
  area: { x: number; y: number; width: number; height: number },
  [red, green, blue]: Rgb,
): void {
  const right = Math.min(area.x + area.width, across);
  const bottom = Math.min(area.y + area.height, down);
  const colour = Buffer.from([red, green, blue, 255]);
  for (let y = Math.max(0, area.y); y < bottom; y++)
    data.fill(colour, (y * across + Math.max(0, area.x)) * 4, (y * across + right) * 4);
}

function mix(base: Rgb, own: Rgb): Rgb {
  const part = (index: 0 | 1 | 2) => Math.round(base[index] * 0.8 + own[index] * 0.2);
  return [part(0), part(1), part(2)];
}
