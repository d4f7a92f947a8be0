import axe from "axe-core";
import type { Page } from "playwright-core";

/** Elements of one shape in one place that are checked. */
const checkedRepetitions = 4;

/**
 * Takes elements out beside which several of the same shape stand, as rows of a list do: the same elements with the same
 * classes, roles, states and kinds of names, whose findings would be the same. Items count together with those of all lists in
 * the same place, below elements with the same classes, roles and states. Hundreds of rows take nearly all of the time of a check.
 * Comments keep their places. What browsers lay out only where it is seen is laid out once, and not for each question.
 */
const takeRepetitionsOut = `(() => {
  const isWord = /^(href|id|for|value|style|title|name|data-label|aria-(label|labelledby|controls|describedby))$/;
  const isWhole = (element) => element instanceof SVGElement || element.matches("select, tr, dl");
  const [taken, lazy] = (window.beforeCheck = [[], []]);
  const ownShape = (element) => [element.tagName,
    ...element.getAttributeNames().map((name) => {
      const value = element.getAttribute(name);
      return isWord.test(name) ? name + (value.trim() === "" ? "=" : "") : name + "=" + value;
    }),
  ].join();
  const colorsOf = (element) => (element.getAttribute("style") ?? "").replaceAll(/--[\\w-]+: ?[\\d.]+;?/g, "");
  const newPlace = () => ({ items: new Map(), below: new Map() });
  const placeIn = (place, name) => place.below.get(name) ?? place.below.set(name, newPlace()).get(name);
  const shapeOf = (element, around) => {
    const own = ownShape(element);
    const place = placeIn(around, own + colorsOf(element));
    const siblings = new Map();
    const shapes = [];
    for (const child of [...element.children]) {
      const shape = child instanceof SVGElement ? "<svg>" : shapeOf(child, place);
      const counts = child.tagName === "LI" ? place.items : siblings;
      const count = (counts.get(shape) ?? 0) + 1;
      counts.set(shape, count);
      if (count <= ${checkedRepetitions} || isWhole(element) || child.contains(document.activeElement)) shapes.push(shape);
      else {
        const mark = document.createComment("");
        child.replaceWith(mark);
        taken.push([mark, child]);
      }
    }
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    return "<" + own + "," + hasText + ">" + shapes.join("") + "</>";
  };
  shapeOf(document.body, newPlace());
  for (const element of document.body.querySelectorAll("*"))
    if (element.style && getComputedStyle(element).contentVisibility === "auto") lazy.push(element);
  for (const { style } of lazy) style.contentVisibility = "visible";
})()`;

const putRepetitionsBack = `(() => {
  const [taken, lazy] = window.beforeCheck;
  for (const { style } of lazy) style.contentVisibility = "";
  for (const [mark, child] of taken.reverse()) mark.replaceWith(child);
})()`;

/** Rules of axe: these alone, or all but these. */
export interface AxeRules {
  only?: readonly string[];
  without?: readonly string[];
}

/** A rule that parts of the page break. */
export interface Violation {
  id: string;
  help: string;
  impact: string | null;
  nodes: readonly { target: readonly (string | readonly string[])[] }[];
}

/** Violations of axe's rules on the page. Of elements that repeat each other the first ones are checked. */
export async function violationsOf(
  page: Page,
  { only = [], without = [] }: AxeRules = {},
): Promise<Violation[]> {
  // The program is large, and stays in a page.
  const isLoaded = await page.evaluate<boolean>("typeof window.axe === 'object'");
  if (!isLoaded) await page.evaluate(`${axe.source}; null`);
  const options = {
    // Of what passes nothing is reported.
    resultTypes: ["violations"],
    ...(only.length > 0 ? { runOnly: { type: "rule", values: only } } : {}),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  // As a text: of an object each part would be described and checked at both ends.
  const found = await page.evaluate<string>(`(async () => {
    ${takeRepetitionsOut};
    const { violations } = await window.axe.run(document, ${JSON.stringify(options)});
    ${putRepetitionsBack};
    return JSON.stringify(violations.map(({ id, help, impact, nodes }) => ({
      id, help, impact, nodes: nodes.map(({ target }) => ({ target })),
    })));
  })()`);
  return JSON.parse(found) as Violation[];
}

/** Serious and critical violations, of all rules or of these, each with the place it was found at. */
export async function seriousFindings(page: Page, only: readonly string[] = []): Promise<string[]> {
  const violations = await violationsOf(page, { only });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(" ")}`));
}
