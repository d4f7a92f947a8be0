import type { Page } from "playwright-core";

/**
 * Accessibility faults of a page: text with less contrast than 4.5 to 1, fields without a label, buttons and
 * fields of less than 24 pixels, and anything that makes the page scroll sideways.
 * Source: WCAG 2.2, success criteria 1.4.3, 1.4.10, 2.5.8 and 4.1.2; contrast by its definition of relative
 * luminance.
 */
export async function readabilityFaults(page: Page): Promise<string[]> {
  return page.evaluate(inPage);
}

// A text, as the types of browsers are not those of this project.
const inPage = `(() => {
  const faults = [];
  const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
  const nameOf = (element) => (element.id || element.textContent.trim() || element.tagName).slice(0, 60);
  const channels = (color) => color.match(/[\\d.]+/g).map(Number);
  const linear = (value) => (value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [red, green, blue] = channels(color).map(linear);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if ((channels(backgroundColor)[3] ?? 1) === 1) return backgroundColor;
    }
    return "rgb(255, 255, 255)";
  };
  for (const element of document.body.querySelectorAll("*")) {
    if (!isShown(element)) continue;
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "");
    if (hasText || element.matches("input, select")) {
      const [lighter, darker] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))]
        .sort((a, b) => b - a);
      const ratio = (lighter + 0.05) / (darker + 0.05);
      if (ratio < 4.5) faults.push("contrast " + ratio.toFixed(2) + ": " + nameOf(element));
    }
    if (element.matches("input, select") && element.labels.length === 0) faults.push("no label: " + nameOf(element));
    if (element.matches("button, input, select") && element.getBoundingClientRect().height < 24)
      faults.push("small: " + nameOf(element));
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.push("scrolls sideways: " + scrollWidth + " of " + clientWidth);
  return faults;
})()`;
