import { expect, test } from "vitest";
import { sanitizeMailHtml } from "../../../subgraphs/hub/crm/templates/template-html.ts";

const styled = (value: string) => sanitizeMailHtml(`<p style="color:${value}">x</p>`);

test.each(["red", "rgb(1,2,3)", "imageless", "a".repeat(200)])("keeps the style value %s", (value) => {
  expect(styled(value)).toBe(`<p style="color:${value}">x</p>`);
});

test.each([
  "url(https://a.example)",
  "URL (x)",
  "red\nurl(x)",
  "image-set(x)",
  "url image(x)",
  "a".repeat(201),
])("drops the style value %j", (value) => {
  expect(styled(value)).toBe("<p>x</p>");
});
