import { describe, expect, test } from "vitest";
import { checkoutUrls, redirectUrl, type ReturnSite } from "../../../subgraphs/hub/payments/redirect-urls.ts";
import { DomainError } from "../../../src/errors.ts";

const site: ReturnSite = {
  allowedOrigins: ["https://shop.example", "https://shop.example:8443", "http://plain.example"],
  defaultUrl: "https://shop.example/app/",
  publicUrl: "https://hub.example",
  allowsLocalhost: false,
};
const asked = (given: string | null, changed: Partial<ReturnSite> = {}) =>
  redirectUrl({ ...site, ...changed }, { field: "successUrl", given, path: "/billing/success" });

describe("an address that is given", () => {
  test.each([
    "https://shop.example/",
    "https://shop.example/paid?order=1#top",
    "https://shop.example:8443/paid",
    "https://shop.example/paid?session={CHECKOUT_SESSION_ID}",
    "https://shop.example/paid/{CHECKOUT_SESSION_ID}",
    "https://hub.example/settings?checkout=paid",
  ])("is taken as it is: %s", (url) => {
    expect(asked(url)).toBe(url);
  });

  test.each([
    ["another origin", "https://evil.example/"],
    ["another port", "https://shop.example:444/"],
    ["a subdomain", "https://a.shop.example/"],
    ["a longer host", "https://shop.example.evil.example/"],
    ["a host behind a name", "https://shop.example@evil.example/"],
    ["a name before the host", "https://me:secret@shop.example/"],
    ["a backslash that browsers read as a slash", "https://evil.example\\@shop.example/"],
    ["http at an https origin", "http://shop.example/"],
    ["http at an http origin", "http://plain.example/"],
    ["http at the platform's own https origin", "http://hub.example/settings"],
    ["a host that begins as the platform's", "https://hub.example.evil.example/settings"],
    ["no scheme", "//shop.example/"],
    ["a path", "/paid"],
    ["a script", "javascript:alert(1)//https://shop.example"],
    ["nothing", ""],
    ["localhost in production", "http://localhost:3000/"],
    ["a text that is too long", `https://shop.example/${"x".repeat(2_100)}`],
  ])("is refused when it is %s", (_what, url) => {
    const refusal = (() => {
      try {
        return asked(url);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({ code: "INVALID_URL", status: 400, details: { field: "successUrl" } });
  });

  test("a redirect URL may be at localhost outside production, by http and at any port", () => {
    const dev = { allowsLocalhost: true };
    expect(asked("http://localhost:3000/paid", dev)).toBe("http://localhost:3000/paid");
    expect(asked("http://localhost/", dev)).toBe("http://localhost/");
    for (const url of ["http://localhost.evil.example/", "http://127.0.0.1:3000/", "http://me@localhost/"])
      expect(() => asked(url, dev)).toThrow(DomainError);
  });
});

test("without a redirect URL the payer returns to the app's own page, or to the platform's", () => {
  expect(checkoutUrls(site, {})).toEqual({
    successUrl: "https://shop.example/app/billing/success",
    cancelUrl: "https://shop.example/app/billing/cancel",
  });
  expect(checkoutUrls({ ...site, defaultUrl: null }, { successUrl: null })).toEqual({
    successUrl: "https://hub.example/billing/success",
    cancelUrl: "https://hub.example/billing/cancel",
  });
});

test("the two redirect URLs are checked independently", () => {
  expect(() => checkoutUrls(site, { cancelUrl: "https://evil.example" })).toThrow("cancelUrl");
  expect(checkoutUrls(site, { cancelUrl: "https://shop.example/back" })).toEqual({
    successUrl: "https://shop.example/app/billing/success",
    cancelUrl: "https://shop.example/back",
  });
});
