/** A piece of code and the class of its colour. Empty for plain text. */
export interface CodePart {
  text: string;
  kind: "" | "key" | "string" | "number" | "word" | "note";
}

/** Longer texts are shown in one colour. */
const maxLength = 1_000_000;

const words =
  "query|mutation|subscription|fragment|on|const|await|import|from|return|if|for|in|as|with|try|except|print|new|true|false|null|None|True|False|curl|export|function|async|let|use|func|package|echo";

/** Strings, comments, numbers and words, in this order. Every alternative starts differently, so one pass is enough. */
const token = new RegExp(
  [
    `(?<string>"(?:[^"\\\\\\n]|\\\\.)*"|'[^'\\n]*'|\`[^\`]*\`)`,
    `(?<note>(?<=^|\\s)#[^\\n]*|(?<=^|\\s)//[^\\n]*)`,
    `(?<number>\\b\\d+(?:\\.\\d+)?\\b)`,
    `(?<word>\\b(?:${words})\\b|(?<=\\s)-{1,2}[A-Za-z][\\w-]*)`,
  ].join("|"),
  "gm",
);

/** Splits code into parts by their meaning, alike for JSON, GraphQL, shells and programs. */
export function highlight(code: string): CodePart[] {
  if (code.length > maxLength) return [{ text: code, kind: "" }];
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of code.matchAll(token)) {
    if (match.index > end) parts.push({ text: code.slice(end, match.index), kind: "" });
    end = match.index + match[0].length;
    parts.push({ text: match[0], kind: kindOf(match.groups!, code.slice(end, end + 2)) });
  }
  if (end < code.length) parts.push({ text: code.slice(end), kind: "" });
  return parts;
}

/** A string before a colon is a key. */
function kindOf(groups: Record<string, string | undefined>, after: string): CodePart["kind"] {
  if (groups["string"] !== undefined) return /^\s?:/.test(after) ? "key" : "string";
  if (groups["note"] !== undefined) return "note";
  return groups["number"] === undefined ? "word" : "number";
}
