import { buffer } from "node:stream/consumers";
import {
  fontName,
  printedFont,
  shapeText,
  type FontName,
  type FontWeight,
  type PrintedFont,
  type ShapedText,
} from "./printed-fonts.ts";
import { fontOf, hasRightToLeft, visualRuns, type ScriptFont, type VisualRun } from "./visual-runs.ts";
import { wrapText } from "./wrap-text.ts";
import { xmpOf, type EmbeddedXml, type PdfFacts } from "./xmp.ts";

/** Style of a text. */
export interface TextStyle {
  size?: number;
  weight?: FontWeight;
  align?: "left" | "right";
  color?: string;
}

/** A rectangle's left edge and width, in points. */
export interface Span {
  x: number;
  width: number;
}

export interface PaperOptions {
  size: "A4" | "LETTER";
  margin: number;
  /** Room for the foot of each page, in points. */
  foot: number;
  title: string;
  /** Language tag of the text. */
  lang: string;
  author: string | null;
  /** Date of the file, so that the same document gives the same bytes. */
  at: Date;
  /** XML inside the file; null without one. */
  embedded: EmbeddedXml | null;
}

/** Pages to draw on from top to bottom. Texts of any direction are drawn in the fonts that have their characters. */
export interface Paper {
  readonly width: number;
  readonly left: number;
  /** Where the next block begins. */
  y: number;
  /** Lower end of the room for text on a page. */
  readonly bottom: number;
  /** Height of a text in a width, in points. */
  heightOf(text: string, width: number, style?: TextStyle): number;
  /** Draws a text at `y`; returns its height. Does not move `y`. */
  draw(text: string, place: Span & { y: number }, style?: TextStyle): number;
  line(place: Span & { y: number }, color: string, thickness?: number): void;
  image(bytes: Buffer, place: { x: number; y: number }, fit: [number, number]): void;
  /** Fills black squares of a grid, with its upper left corner at a place. */
  squares(rows: readonly (readonly boolean[])[], place: { x: number; y: number }, size: number): void;
  addPage(): void;
  /** Draws on each page when all are known. */
  onEachPage(draw: (page: number, pages: number) => void): void;
  end(): Promise<Buffer>;
}

const lineHeight = 1.35;
/** Characters that are not drawn: controls, and marks that only order or join text. */
const undrawn = /[\p{Cc}\p{Cf}\ufe00-\ufe0f]/gu;
const beyondAscii = /[^\u0020-\u007e\n]/gu;

/** Starts a document. The library and the fonts that `texts` need are loaded by the first one. */
export async function openPaper(options: PaperOptions, texts: readonly string[]): Promise<Paper> {
  const { size, margin, title, lang, author, at, embedded } = options;
  const [{ default: PdfKit }, fonts] = await Promise.all([import("pdfkit"), fontsFor(texts)]);
  const pdf = new PdfKit({
    size,
    margin,
    lang,
    displayTitle: true,
    bufferPages: true,
    pdfVersion: "1.7",
    subset: "PDF/A-3b",
    font: fonts.get("noto-sans-regular") as never,
    info: {
      Title: title,
      CreationDate: at,
      ModDate: at,
      Producer: producer,
      Creator: creator,
      ...(author === null ? {} : { Author: author }),
    },
  });
  describe(pdf, { title, author, at, producer, creator, embedded });
  const whole = buffer(pdf);
  // No margin at the foot: a text there must not begin a new page.
  pdf.page.margins.bottom = 0;
  for (const [name, font] of fonts) pdf.registerFont(name, font as never);
  return paperOn(pdf, { whole, fonts, options });
}

const producer = "PDFKit";
const creator = "Hub platform";

/**
 * Embeds the XML and writes the metadata. The library's own metadata does not escape texts, so that a company with an
 * ampersand in its name would break the file.
 */
function describe(pdf: PDFKit.PDFDocument, facts: PdfFacts): void {
  const { embedded, at } = facts;
  if (embedded) {
    const { name, description, content } = embedded;
    const file = { name, type: "text/xml", description, creationDate: at, modifiedDate: at };
    pdf.file(Buffer.from(content), { ...file, relationship: "Alternative" } as never);
  }
  const metadata = pdf as unknown as { _addInfo(): void; appendXML(xml: string): void };
  metadata._addInfo = () => metadata.appendXML(xmpOf(facts));
}

interface OpenDocument {
  whole: Promise<Buffer>;
  fonts: ReadonlyMap<FontName, PrintedFont>;
  options: PaperOptions;
}

/** Has the font in use take texts that other documents have shaped: the library shapes a text each time it is measured or drawn. */
function shapeWith(pdf: PDFKit.PDFDocument, name: FontName, font: PrintedFont): void {
  const { _font: used } = pdf as unknown as { _font: { layoutRun(text: string): ShapedText } };
  used.layoutRun = (text) => shapeText(name, font, text);
}

/** Measures and draws single lines, run by run. */
function linesOn(pdf: PDFKit.PDFDocument, fonts: ReadonlyMap<FontName, PrintedFont>) {
  const shaping = new Set<FontName>();
  let current: FontName | null = null;
  const use = (font: ScriptFont, weight: FontWeight, size: number) => {
    const name = fontName(font, weight);
    if (name !== current) pdf.font(name);
    current = name;
    if (!shaping.has(name)) shapeWith(pdf, name, fonts.get(name)!);
    shaping.add(name);
    return pdf.fontSize(size);
  };
  // A text is measured when lines are broken, heights compared and cells aligned; shaping it takes most of the time of a document.
  const widths = new Map<string, number>();
  const widthOfRun = ({ text, font }: VisualRun, weight: FontWeight, size: number): number => {
    const key = `${fontName(font, weight)} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      use(font, weight, 1_000);
      widths.set(key, (width = pdf.widthOfString(text, { features: [] })));
    }
    return (width * size) / 1_000;
  };
  return {
    widthOf: (line: string, weight: FontWeight, size: number): number =>
      visualRuns(line).reduce((sum, run) => sum + widthOfRun(run, weight, size), 0),
    drawLine(line: string, x: number, y: number, weight: FontWeight, size: number): void {
      let at = x;
      for (const run of visualRuns(line)) {
        use(run.font, weight, size);
        pdf.text(run.text, at, y, { lineBreak: false, features: [], baseline: "alphabetic" });
        at += widthOfRun(run, weight, size);
      }
    },
  };
}

function paperOn(pdf: PDFKit.PDFDocument, { whole, fonts, options }: OpenDocument): Paper {
  const { margin, foot } = options;
  const { widthOf, drawLine } = linesOn(pdf, fonts);
  const linesOf = (text: string, width: number, { size = 9.5, weight = "regular" }: TextStyle) =>
    wrapText(drawable(text, fonts), width, (part) => widthOf(part, weight, size));
  return {
    width: pdf.page.width - 2 * margin,
    left: margin,
    y: margin,
    bottom: pdf.page.height - margin - foot,
    heightOf: (text, width, style = {}) =>
      linesOf(text, width, style).length * (style.size ?? 9.5) * lineHeight,
    draw(text, { x, y, width }, style = {}) {
      const { size = 9.5, weight = "regular", color = "#111111" } = style;
      const lines = linesOf(text, width, style);
      pdf.fillColor(color);
      lines.forEach((line, index) => {
        const isRight = style.align === "right" || (style.align === undefined && startsRightToLeft(line));
        const indent = isRight ? width - widthOf(line, weight, size) : 0;
        drawLine(line, x + indent, y + index * size * lineHeight + size * 1.05, weight, size);
      });
      return lines.length * size * lineHeight;
    },
    line({ x, y, width }, color, thickness = 0.5) {
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(thickness)
        .strokeColor(color)
        .stroke();
    },
    image: (bytes, { x, y }, fit) => void pdf.image(bytes, x, y, { fit }),
    squares(rows, { x, y }, size) {
      const side = size / rows.length;
      rows.forEach((row, down) =>
        row.forEach((isDark, right) => {
          if (isDark) pdf.rect(x + right * side, y + down * side, side, side);
        }),
      );
      pdf.fill("#000000");
    },
    addPage() {
      pdf.addPage();
      pdf.page.margins.bottom = 0;
      this.y = margin;
    },
    onEachPage(draw) {
      const { start, count } = pdf.bufferedPageRange();
      for (let page = 0; page < count; page++) {
        pdf.switchToPage(start + page);
        draw(page + 1, count);
      }
    },
    end() {
      pdf.end();
      return whole;
    },
  };
}

/** The text without controls, and with the replacement character for characters that no font has. */
function drawable(text: string, fonts: ReadonlyMap<FontName, PrintedFont>): string {
  return text
    .replaceAll(undrawn, (character) => (character === "\n" ? character : ""))
    .replaceAll(beyondAscii, (character) => {
      const font = fonts.get(`${fontOf(character, "noto-sans")}-regular`);
      return font?.hasGlyphForCodePoint(character.codePointAt(0)!) ? character : "\ufffd";
    });
}

/** True for a line whose first letter is read from right to left. */
function startsRightToLeft(line: string): boolean {
  const letter = /\p{L}/u.exec(line)?.[0];
  return letter !== undefined && hasRightToLeft(letter);
}

async function fontsFor(texts: readonly string[]): Promise<Map<FontName, PrintedFont>> {
  const used = new Set<ScriptFont>([
    "noto-sans",
    ...texts.flatMap((text) => visualRuns(text).map(({ font }) => font)),
  ]);
  const weights = ["regular", "bold"] as const;
  const names = new Set([...used].flatMap((font) => weights.map((weight) => fontName(font, weight))));
  return new Map(await Promise.all([...names].map(async (name) => [name, await printedFont(name)] as const)));
}
