import { escapeHtml } from "../../../src/text/html.ts";
import type { PortalText } from "./portal-text.ts";

/** Lines and amounts of an invoice or a quotation. */
export interface PricedPage {
  items: readonly PageLine[];
  subtotal: number;
  discount: number;
  taxLines: readonly { rate: number; tax: number }[];
  total: number;
}

interface PageLine {
  description: string;
  quantity: number;
  total: number;
}

type Money = (amount: number) => string;

/** A page has no more lines and no longer texts, so that it stays small on a phone; the PDF has them all. */
const shownLines = 60;
const shownCharacters = 160;

/** The lines of a document as a table. */
export function linesHtml(items: readonly PageLine[], text: PortalText, money: Money): string {
  const rows = items
    .slice(0, shownLines)
    .map(
      ({ description, quantity, total }) =>
        `<tr><td>${escapeHtml(shortened(description))}</td><td class="right">${text.number(quantity)}</td><td class="right">${money(total)}</td></tr>`,
    );
  const left = items.length - rows.length;
  const more = left > 0 ? `<p>${text.say("moreLines", { count: text.number(left) })}</p>` : "";
  return `<table><thead><tr><th scope="col">${text.say("description")}</th><th scope="col" class="right">${text.say("quantity")}</th>
<th scope="col" class="right">${text.say("amount")}</th></tr></thead>
<tbody>${rows.join("\n")}</tbody></table>${more}`;
}

function shortened(description: string): string {
  const characters = Array.from(description);
  return characters.length <= shownCharacters
    ? description
    : `${characters.slice(0, shownCharacters - 1).join("")}…`;
}

type Pair = readonly [label: string, value: string];

/** Discount, net and taxes where there are some, and the total. */
export function taxedTotals(page: PricedPage, text: PortalText, money: Money): Pair[] {
  const { subtotal, discount, taxLines, total } = page;
  const isPlain = discount === 0 && taxLines.length === 0;
  return [
    ...(discount === 0 ? [] : [[text.say("discount"), money(-discount)] as const]),
    ...(isPlain ? [] : [[text.say("subtotal"), money(subtotal)] as const]),
    ...taxLines.map(({ rate, tax }): Pair => [
      text.say(rate < 0 ? "withheldTax" : "tax", { rate: text.number(Math.abs(rate)) }),
      money(tax),
    ]),
    [text.say("total"), money(total)],
  ];
}

/** Amounts with their labels, which are escaped already. */
export function amountsHtml(pairs: readonly Pair[]): string {
  return `<dl>${pairs.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join("\n")}</dl>`;
}
