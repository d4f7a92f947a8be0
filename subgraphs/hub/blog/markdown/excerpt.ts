import sanitizeHtml from "sanitize-html";

const maxLength = 280;
/** The HTML that an excerpt is made from. */
const maxRead = 20_000;

/** The first words of sanitised HTML as plain text, without headings, code and tables. */
export function excerptOf(html: string): string {
  const options = { allowedTags: [], nonTextTags: ["h2", "h3", "h4", "h5", "h6", "pre", "table"] };
  const text = sanitizeHtml(html.slice(0, maxRead), options)
    .replaceAll(/&(lt|gt|quot|amp);/g, (_whole, name: string) => characters.get(name)!)
    .replaceAll(/\s+/g, " ")
    .trim();
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength - 1);
  const end = Math.max(cut.lastIndexOf(" "), maxLength / 2);
  return `${cut
    .slice(0, end)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}

const characters: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["amp", "&"],
]);
