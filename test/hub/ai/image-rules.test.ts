import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planKeys, type PlanKey } from "../../../src/access/principal.ts";
import {
  imageAllowance,
  imagesCounted,
  monthOf,
  nextMonth,
} from "../../../subgraphs/hub/ai/images/image-credits.ts";
import {
  imageCostMicroUsd,
  imageUsage,
  pricedImageModels,
} from "../../../subgraphs/hub/ai/images/image-prices.ts";
import { ImageStyle, styledPrompt } from "../../../subgraphs/hub/ai/images/image-prompt.ts";
import { ImageQuality, imageSizes } from "../../../subgraphs/hub/ai/images/image-provider.port.ts";
import { imageTypeOf } from "../../../subgraphs/hub/ai/images/image-type.ts";
import { photoSearchText, withAttribution } from "../../../subgraphs/hub/ai/photos/photo-query.ts";

const holder = (plan: PlanKey, tiers: Record<string, string> = {}) =>
  ({ kind: "user", plan, invoicerTier: "free", tiers }) as const;

describe("the month's images", () => {
  test.each([
    ["free", 5],
    ["starter", 50],
    ["professional", 250],
    ["business", 1_000],
    ["enterprise", null],
  ] as const)("of the plan %s are %s", (plan, images) => {
    expect(imageAllowance(holder(plan), "central")).toBe(images);
  });

  test("the monthly images are those of the app's plan; an enterprise contract covers every app", () => {
    expect(imageAllowance(holder("business"), "payroll")).toBe(5);
    expect(imageAllowance(holder("free", { payroll: "starter" }), "payroll")).toBe(50);
    expect(imageAllowance(holder("enterprise"), "payroll")).toBeNull();
  });

  const counts = [
    { appId: "central", images: 30 },
    { appId: "payroll", images: 2 },
    { appId: "finance", images: 1 },
  ];

  test("a paid app has an image allowance of its own, all others share one", () => {
    expect(imagesCounted(holder("starter"), "central", counts)).toBe(30);
    expect(imagesCounted(holder("starter"), "payroll", counts)).toBe(3);
    expect(imagesCounted(holder("starter"), "finance", counts)).toBe(3);
    expect(imagesCounted(holder("starter"), "hvut", counts)).toBe(3);
  });

  test("images stay counted after an upgrade and after a downgrade", () => {
    expect(imagesCounted(holder("free"), "central", counts)).toBe(33);
    expect(imagesCounted(holder("free", { payroll: "starter" }), "payroll", counts)).toBe(2);
    expect(imagesCounted(holder("free", { payroll: "starter" }), "central", counts)).toBe(31);
  });

  test.each([
    ["2026-05-31T23:59:59.999Z", "2026-05-01", "2026-06-01T00:00:00.000Z"],
    ["2026-06-01T00:00:00.000Z", "2026-06-01", "2026-07-01T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01T00:00:00.000Z"],
  ])("at %s are of the month of %s and come back at %s", (now, month, next) => {
    expect(monthOf(new Date(now))).toBe(month);
    expect(nextMonth(new Date(now)).toISOString()).toBe(next);
  });

  test("an image is counted exactly once, whichever apps are paid for", () => {
    const apps = ["central", "payroll", "finance", "hvut"];
    const anyCounts = fc.array(fc.record({ appId: fc.constantFrom(...apps), images: fc.nat(50) }), {
      maxLength: 4,
    });
    const anyTiers = fc.dictionary(
      fc.constantFrom(...apps.slice(1)),
      fc.constantFrom(...planKeys.slice(1, 4)),
    );
    fc.assert(
      fc.property(anyCounts, anyTiers, fc.constantFrom(...planKeys.slice(0, 4)), (made, tiers, plan) => {
        const principal = holder(plan, tiers);
        const isPaid = (app: string) => (app === "central" ? plan !== "free" : app in tiers);
        const own = apps.filter(isPaid).map((app) => imagesCounted(principal, app, made));
        const free = apps.find((app) => !isPaid(app));
        const shared = free === undefined ? 0 : imagesCounted(principal, free, made);
        const all = made.reduce((sum, { images }) => sum + images, 0);
        expect(own.reduce((sum, images) => sum + images, 0) + shared).toBe(all);
      }),
    );
  });
});

describe("an image's price", () => {
  test.each([
    ["gpt-image-2.5-flare", 100, 439, 13_670],
    ["gpt-image-2.5-sunburst", 0, 1_756, 52_680],
    ["gpt-image-1-mini", 0, 272, 2_176],
    ["gemini-3.1-flash-image", 0, 1_120, 67_200],
    ["gemini-2.5-flash-image", 0, 1_290, 38_700],
    ["gemini-3-pro-image", 0, 1_120, 134_400],
  ])("of %s for %i and %i tokens is %i millionths of a dollar", (model, inputTokens, outputTokens, cost) => {
    expect(imageCostMicroUsd(model, { inputTokens, outputTokens })).toBe(cost);
  });

  test("an image of an unknown model has the price null, never 0", () => {
    expect(imageCostMicroUsd("nobodys", { inputTokens: 1, outputTokens: 1 })).toBeNull();
    expect(imageUsage("nobodys", { prompt: "x", size: "1024x1024", quality: "low" })).toBeNull();
  });

  test("an image's price grows with the quality, and is the maximum for auto", () => {
    for (const model of pricedImageModels)
      for (const size of imageSizes) {
        const [low, medium, high, auto] = Object.values(ImageQuality).map(
          (quality) => imageUsage(model, { prompt: "x", size, quality })!.outputTokens,
        );
        expect(low).toBeLessThanOrEqual(medium!);
        expect(medium).toBeLessThanOrEqual(high!);
        expect(auto).toBe(high);
      }
  });

  test("an image's price grows by half for an oblong image when pixels are billed", () => {
    const tokens = (model: string, size: (typeof imageSizes)[number]) =>
      imageUsage(model, { prompt: "", size, quality: "low" })!.outputTokens;
    expect(tokens("gpt-image-2.5-flare", "1536x1024")).toBe(294);
    expect(tokens("gemini-3.1-flash-image", "1536x1024")).toBe(1_120);
  });
});

test("each style adds words of its own to the prompt", () => {
  const prompts = Object.values(ImageStyle).map((style) => styledPrompt("A door.", style));
  expect(new Set(prompts).size).toBe(4);
  for (const [index, style] of Object.values(ImageStyle).entries())
    expect(prompts[index]).toMatch(new RegExp(`^A door\\.\n\nStyle: ${style}\\b`));
});

test.each([
  ["89504e470d0a1a0a00", "image/png"],
  ["ffd8ffe0", "image/jpeg"],
  [Buffer.from("RIFF1234WEBPVP8 ").toString("hex"), "image/webp"],
  [Buffer.from("RIFF1234WAVE").toString("hex"), null],
  [Buffer.from("<svg><script>").toString("hex"), null],
  [Buffer.from("GIF89a").toString("hex"), null],
  ["", null],
])("bytes %s are %s", (hex, type) => {
  expect(imageTypeOf(Buffer.from(hex, "hex"))?.contentType ?? null).toBe(type);
});

test.each([
  ["a red door", null, "a red door"],
  ["  a red door ", "", "a red door"],
  ["signing", "Law", "law office signing"],
  ["signing", "real_estate", "real estate house signing"],
  ["signing", "Real-Estate", "real estate house signing"],
  ["signing", "bee keeping", "bee keeping signing"],
  ["signing", "constructor", "constructor signing"],
])("photos of %j in the industry %j are searched for as %j", (query, industry, text) => {
  expect(photoSearchText(query, industry)).toBe(text);
});

test("a photo URL names the referring app once", () => {
  const url = withAttribution("https://photos.example/@x?a=1&utm_source=other", "invoicer");
  expect(url).toBe("https://photos.example/@x?a=1&utm_source=invoicer&utm_medium=referral");
});
