import { expect, test } from "vitest";
import { freeSlug, slugOf } from "../../../subgraphs/hub/blog/slug.ts";

test.each([
  ["Spring hours", "spring-hours"],
  ["  Über uns: 10 % mehr!  ", "uber-uns-10-mehr"],
  ["Привет, мир", "привет-мир"],
  ["नमस्ते दुनिया", "नमस्ते-दुनिया"],
  ["../../etc/passwd", "etc-passwd"],
  ["<script>", "script"],
  ["!!!", "post"],
  ["x".repeat(200), "x".repeat(80)],
  ["word ".repeat(40), Array.from({ length: 16 }, () => "word").join("-")],
])("the title %j gives the slug %j", (title, slug) => {
  expect(slugOf(title, "post")).toBe(slug);
});

test("a slug that is taken gets the first free number", () => {
  expect(freeSlug("a", new Set(["b"]))).toBe("a");
  expect(freeSlug("a", new Set(["a", "a-2", "a-4"]))).toBe("a-3");
});
