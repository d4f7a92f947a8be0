import { expect, test } from "vitest";
import { domainOfAddress, readDomain, recordOf } from "../../../subgraphs/hub/account-domains/domain-name.ts";
import { isPublicMailDomain } from "../../../subgraphs/hub/account-domains/public-mail-domains.ts";

test.each([
  ["example.com", "example.com"],
  [" Example.COM. ", "example.com"],
  ["mail.example.co.uk", "mail.example.co.uk"],
  ["münchen.example", "xn--mnchen-3ya.example"],
  ["xn--mnchen-3ya.example", "xn--mnchen-3ya.example"],
])("%j is the domain %s", (text, domain) => {
  expect(readDomain(text)).toBe(domain);
});

test.each([
  "",
  "localhost",
  "com",
  "example..com",
  ".example.com",
  "-a.example",
  "a-.example",
  "a_b.example",
  "127.0.0.1",
  "127.1",
  "[::1]",
  "example.123",
  "https://example.com",
  "example.com/path",
  "example.com:443",
  "example.com?x",
  "ana@example.com",
  "a b.example",
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(123)}example`,
])("%j is no domain", (text) => {
  expect(readDomain(text)).toBeNull();
});

test("a domain is as long as the name of its record may be", () => {
  const longest = `${`${"a".repeat(61)}.`.repeat(3)}${"b".repeat(54)}.example`;
  expect(longest).toHaveLength(248);
  expect(readDomain(longest)).toBe(longest);
  expect(recordOf(longest, "x").name).toHaveLength(253);
  expect(readDomain(`a${longest}`)).toBeNull();
});

test.each([
  ["Ana@Example.COM", "example.com"],
  ['"a@b"@example.com', "example.com"],
  ["ana@bücher.example", "xn--bcher-kva.example"],
  ["@example.com", null],
  ["example.com", null],
  ["ana@localhost", null],
])("the domain of %j is %s", (email, domain) => {
  expect(domainOfAddress(email)).toBe(domain);
});

test("a domain that everybody can have an address of is public, and one that looks like it is not", () => {
  expect(["gmail.com", "outlook.com", "gmx.de", "qq.com"].every(isPublicMailDomain)).toBe(true);
  expect(["example.com", "gmail.com.example", "mail.gmail.com", ""].some(isPublicMailDomain)).toBe(false);
});
