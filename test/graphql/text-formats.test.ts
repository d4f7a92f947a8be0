import { describe, expect, test } from "vitest";
import { textFormats, type TextFormatName } from "../../src/graphql/text-formats.ts";

const cases: Record<TextFormatName, { good: string[]; bad: string[] }> = {
  "https-url": {
    good: ["https://a.example", "https://a.example/p/q.png?x=1#y", "HTTPS://A.example/"],
    bad: [
      "http://a.example",
      "//a.example",
      "https://",
      "https://u:p@a.example",
      "https://a b.example",
      "javascript:x",
      "",
    ],
  },
  "web-url": {
    good: ["https://a.example", "https://a.example/app", "http://localhost:3000", "http://127.0.0.1:8080/x"],
    bad: [
      "http://a.example",
      "https://a.example/?q",
      "https://a.example/#x",
      "https://u@a.example",
      "ftp://a.example",
      "",
    ],
  },
  "language-tag": {
    good: ["en", "pt-BR", "zh-Hant-TW", "de-1996", "en-u-ca-buddhist"],
    bad: ["", "x", "en_US", "english language", "*", "en-", "en pt"],
  },
  "time-zone": {
    good: ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+3"],
    bad: ["", "Mars/Base", "+02:00", "Europe", "Europe/Berlin ", "GMT+25"],
  },
  "entry-id": { good: ["chi-1", "x".repeat(64), "no such id"], bad: ["", "  ", "x".repeat(65)] },
  "web-origin": {
    good: [
      "https://a.example",
      "https://a.example:8443",
      "http://localhost:5173",
      "http://127.0.0.1",
      "http://[::1]:3000",
    ],
    bad: [
      "https://a.example/",
      "https://A.example",
      "https://a.example:443",
      "https://*.a.example",
      "http://a.example",
      "*",
      "null",
      "a.example",
      "https://u@a.example",
      "file://",
    ],
  },
};

describe.each(Object.entries(cases))("%s", (name, { good, bad }) => {
  const { isValid } = textFormats[name as TextFormatName];
  test.each(good)("admits %j", (text) => expect(isValid(text)).toBe(true));
  test.each(bad)("refuses %j", (text) => expect(isValid(text)).toBe(false));
});
