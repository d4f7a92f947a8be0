import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectPath } from "../../src/project-root.ts";

const css = readFileSync(projectPath("router", "explorer", "web", "styles", "tokens.css"), "utf8");

type Scheme = "light" | "dark";

/** Lightness, chroma and hue of a token in one of the two schemes. */
function valueOf(name: string, scheme: Scheme): [number, number, number] {
  const number = String.raw`([\d.]+)`;
  const colour = String.raw`oklch\(${number} ${number} ${number}\)`;
  const match = new RegExp(`--${name}: light-dark\\(${colour}, ${colour}\\);`).exec(css);
  if (!match) throw new Error(`No token --${name} with two colours in OKLCH`);
  const [light, dark] = [match.slice(1, 4), match.slice(4, 7)];
  return (scheme === "light" ? light : dark).map(Number) as [number, number, number];
}

/** Relative luminance of an OKLCH colour, as WCAG defines it. Throws outside of sRGB. */
function luminance([lightness, chroma, hue]: readonly [number, number, number]): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  // Browsers draw what lies outside of sRGB with its channels clipped.
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [a, b] = [luminance(valueOf(one, scheme)), luminance(valueOf(other, scheme))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const surfaces = ["bg", "bg-raised", "bg-hover", "bg-float", "code-bg"];

/** Every pair of text and what it stands on, and the least contrast. */
const pairs: readonly (readonly [text: string, surface: string, least: number])[] = [
  ...surfaces.flatMap((surface) => [
    ["fg", surface, 7] as const,
    ...["muted", "accent", "ok", "warn", "bad"].map((text) => [text, surface, 4.5] as const),
  ]),
  ...["accent", "ok", "warn", "bad", "get", "patch"].flatMap((name) => [
    [name, `${name}-bg`, 4.5] as const,
    ["fg", `${name}-bg`, 7] as const,
  ]),
  // Links in notes.
  ...["ok", "warn", "bad"].map((name) => ["accent", `${name}-bg`, 4.5] as const),
  ...["code-fg", "code-key", "code-string", "code-number", "code-word", "code-note"].map(
    (text) => [text, "code-bg", 4.5] as const,
  ),
  ["accent-on", "accent-solid", 4.5],
  // Edges of controls.
  ...["bg", "bg-raised", "bg-float"].map((surface) => ["line-strong", surface, 3] as const),
  // Series of charts, which the editor uses for its words too.
  ...[1, 2, 3, 4, 5].flatMap((index) => ["bg", "code-bg"].map((on) => [`chart-${index}`, on, 4.5] as const)),
];

test.each(["light", "dark"] as const)(
  "every pair of tokens has enough contrast in the %s scheme",
  (scheme) => {
    const low = pairs
      .map(([text, surface, least]) => ({
        pair: `${text} on ${surface}`,
        least,
        is: contrast(text, surface, scheme),
      }))
      .filter(({ least, is }) => is < least)
      .map(({ pair, least, is }) => `${pair}: ${is.toFixed(2)} is below ${least}`);
    expect(low).toEqual([]);
  },
);

test("the computation knows the contrast of black on white, and finds a pair that is too low", () => {
  expect(luminance([1, 0, 0])).toBeCloseTo(1, 3);
  expect(luminance([0, 0, 0])).toBe(0);
  // The middle grey of WCAG's examples, #767676, has 4.54 on white.
  expect((1 + 0.05) / (luminance([0.5658, 0, 0]) + 0.05)).toBeCloseTo(4.54, 1);
  expect(contrast("line", "bg", "light")).toBeLessThan(1.5);
});

test("every colour of the explorer is a token", () => {
  const folder = projectPath("router", "explorer", "web", "styles");
  const files = ["account", "base", "charts", "overview", "reference", "rows", "session", "shell", "ui"];
  const literal = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(/gi;
  const found = files.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}.css`, "utf8").replaceAll(/rgb\(0 0 0 \/ 45%\)/g, "");
    return [...text.matchAll(literal)].map(([colour]) => `${file}.css: ${colour}`);
  });
  expect(found).toEqual([]);
});
