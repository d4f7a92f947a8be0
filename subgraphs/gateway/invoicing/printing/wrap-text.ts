/** Width of a text in points. */
export type MeasureText = (text: string) => number;

/** After a space or a hyphen, and between characters of scripts that write no spaces. */
const breaks = /[^ \u2010-]+[ \u2010-]*|[ \u2010-]+/g;

/** Splits a text into lines of at most `width`, at spaces; a word that is too long is broken. Line breaks are kept. */
export function wrapText(text: string, width: number, measure: MeasureText): string[] {
  return text.split("\n").flatMap((paragraph) => wrapParagraph(paragraph, width, measure));
}

function wrapParagraph(paragraph: string, width: number, measure: MeasureText): string[] {
  if (measure(paragraph) <= width) return [paragraph.trimEnd()];
  const lines: string[] = [];
  let line = "";
  for (const word of paragraph.match(breaks) ?? []) {
    if (line !== "" && measure(line + word.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += word;
    while (measure(line.trimEnd()) > width && line.trimEnd().length > 1) {
      const fits = longestFit(line, width, measure);
      lines.push(line.slice(0, fits));
      line = line.slice(fits);
    }
  }
  if (line.trim() !== "" || lines.length === 0) lines.push(line.trimEnd());
  return lines;
}

/** How many characters of a line fit, at least one. Halves the range, since a word may have thousands. */
function longestFit(line: string, width: number, measure: MeasureText): number {
  let [fits, tooMany] = [1, line.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(line.slice(0, middle)) <= width) fits = middle;
    else tooMany = middle;
  }
  const last = line.charCodeAt(fits - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? Math.max(fits - 1, 2) : fits;
}
