// Makes the files of the explorer's two fonts from the packages that hold them: the characters and features below, the weights that
// the styles use, as WOFF2. `npm run fonts` writes the files; with `--check` it compares them with what it would write.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, "node_modules");
const target = join(root, "router", "explorer", "web", "fonts");
const weights = { min: 400, max: 650, default: 400 };

const ascii = [[0x20, 0x7e]];
// Letters with accents are a third of a font, and most pages have none.
const accented = [[0xa1, 0xff]];
const latinExtended = [
  [0x100, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
];
const punctuation = "\u00a0§©°±·‐‑‒–—‘’‚“”„†•…‰‹›€™−×";
const arrows = "←↑→↓↔↗↵⌘✓✗";

const fonts = [
  {
    file: "inter.woff2",
    source: "inter-ui/variable/InterVariable.woff2",
    text: textOf(...ascii) + punctuation + arrows,
    axes: { wght: weights, opsz: 14 },
  },
  {
    file: "inter-extended.woff2",
    source: "inter-ui/variable/InterVariable.woff2",
    text: textOf(...accented, ...latinExtended),
    axes: { wght: weights, opsz: 14 },
  },
  {
    file: "jetbrains-mono.woff2",
    source: "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
    text: textOf(...ascii) + punctuation + arrows,
    axes: { wght: weights },
  },
  {
    file: "jetbrains-mono-accented.woff2",
    source: "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
    text: textOf(...accented),
    axes: { wght: weights },
  },
  {
    file: "jetbrains-mono-extended.woff2",
    source: "@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-ext-wght-normal.woff2",
    text: textOf(...latinExtended),
    axes: { wght: weights },
  },
];

const licences = [
  { file: "inter.LICENSE.txt", source: "inter-ui/LICENSE.txt" },
  { file: "jetbrains-mono.LICENSE.txt", source: "@fontsource-variable/jetbrains-mono/LICENSE" },
];

function textOf(...ranges) {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCodePoint(code))
    .join("");
}

async function made({ source, text, axes }) {
  return subsetFont(readFileSync(join(packages, source)), text, {
    targetFormat: "woff2",
    variationAxes: axes,
    keepFeatures: ["kern", "tnum"],
    noHinting: true,
  });
}

const isCheck = process.argv.includes("--check");
mkdirSync(target, { recursive: true });
for (const font of fonts) write(font.file, await made(font));
for (const { file, source } of licences) write(file, readFileSync(join(packages, source)));

function write(file, bytes) {
  const path = join(target, file);
  if (!isCheck) return writeFileSync(path, bytes);
  if (!readFileSync(path).equals(bytes)) {
    process.stderr.write(`${file} differs. Run npm run fonts.\n`);
    process.exitCode = 1;
  }
}
