// Makes the files of fonts from the packages that hold them: of the explorer's two as WOFF2, with the characters, features and
// weights that the styles use; of printed documents as TrueType, which their library reads fastest. `npm run fonts` writes the
// files; with `--check` it compares them with what it would write.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, "node_modules");
const explorer = join("router", "explorer", "web", "fonts");
const documents = join("subgraphs", "gateway", "invoicing", "printing", "fonts");
const weights = { min: 400, max: 650, default: 400 };

const ascii = [[0x20, 0x7e]];
// Letters with accents are a third of a font, and most pages have none.
const accented = [[0xa1, 0xff]];
const latinExtended = [
  [0x100, 0x17f],
  [0x218, 0x21b],
  [0x1e9e, 0x1e9e],
];
const printedLatin = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x2b0, 0x36f],
  [0x1e00, 0x1eff],
  [0x2000, 0x206f],
  [0x2070, 0x209c],
  [0x20a0, 0x20bf],
  [0x2100, 0x214f],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0xfb00, 0xfb04],
  [0xfffd, 0xfffd],
];
const printedGreek = [
  [0x370, 0x3ff],
  [0x1f00, 0x1fff],
];
const printedCyrillic = [[0x400, 0x52f]];
const printedArabic = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x2000, 0x206f],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfeff],
];
const printedHebrew = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x591, 0x5f4],
  [0x2000, 0x206f],
  [0x20aa, 0x20aa],
  [0xfb1d, 0xfb4f],
];
// Latin and punctuation come from the fonts beside it; rare ideographs of the extensions are left out.
const printedHan = [
  [0x2e80, 0x2fdf],
  [0x3000, 0x30ff],
  [0x3105, 0x312f],
  [0x31f0, 0x31ff],
  [0x4e00, 0x9fff],
  [0xff01, 0xffee],
];
const printedHangul = [
  [0x1100, 0x11ff],
  [0x3130, 0x318f],
  [0xac00, 0xd7a3],
];
const punctuation = "\u00a0§©°±·‐‑‒–—‘’‚“”„†•…‰‹›€™−×";
const arrows = "←↑→↓↔↗↵⌘✓✗";

const printedFonts = [
  {
    name: "noto-sans",
    family: "NotoSans",
    text: textOf(...printedLatin, ...printedGreek, ...printedCyrillic),
  },
  { name: "noto-sans-arabic", family: "NotoSansArabic", text: textOf(...printedArabic) },
  { name: "noto-sans-hebrew", family: "NotoSansHebrew", text: textOf(...printedHebrew) },
  // One weight: each has megabytes.
  { name: "noto-sans-sc", family: "NotoSansSC", text: textOf(...printedHan), only: "400Regular" },
  { name: "noto-sans-kr", family: "NotoSansKR", text: textOf(...printedHangul), only: "400Regular" },
].flatMap(({ name, family, text, only }) =>
  [
    ["400Regular", "regular"],
    ["700Bold", "bold"],
  ]
    .filter(([weight]) => only === undefined || weight === only)
    .map(([weight, suffix]) => ({
      folder: documents,
      file: `${name}-${suffix}.ttf`,
      source: `@expo-google-fonts/${name}/${weight}/${family}_${weight}.ttf`,
      text,
      options: { targetFormat: "truetype", noHinting: true },
    })),
);

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
  { folder: documents, file: "noto-sans.LICENSE.txt", source: "@expo-google-fonts/noto-sans/LICENSE_FONT" },
  { file: "inter.LICENSE.txt", source: "inter-ui/LICENSE.txt" },
  { file: "jetbrains-mono.LICENSE.txt", source: "@fontsource-variable/jetbrains-mono/LICENSE" },
];

function textOf(...ranges) {
  return ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, index) => from + index))
    .map((code) => String.fromCodePoint(code))
    .join("");
}

async function made({ source, text, axes, options }) {
  const ofExplorer = {
    targetFormat: "woff2",
    variationAxes: axes,
    keepFeatures: ["kern", "tnum"],
    noHinting: true,
  };
  return subsetFont(readFileSync(join(packages, source)), text, options ?? ofExplorer);
}

const isCheck = process.argv.includes("--check");
for (const folder of [explorer, documents]) mkdirSync(join(root, folder), { recursive: true });
for (const font of [...fonts, ...printedFonts]) write(font, await made(font));
for (const licence of licences) write(licence, readFileSync(join(packages, licence.source)));

function write({ folder = explorer, file }, bytes) {
  const path = join(root, folder, file);
  if (!isCheck) return writeFileSync(path, bytes);
  if (!readFileSync(path).equals(bytes)) {
    process.stderr.write(`${file} differs. Run npm run fonts.\n`);
    process.exitCode = 1;
  }
}
