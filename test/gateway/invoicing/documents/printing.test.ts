import { addressLines } from "../../../../subgraphs/gateway/base/address-lines.ts";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
  documentLanguages,
  formatsOf,
} from "../../../../subgraphs/gateway/invoicing/printing/document-locale.ts";
import { documentPdf } from "../../../../subgraphs/gateway/invoicing/printing/document-pdf.ts";
import type { PrintedDocument } from "../../../../subgraphs/gateway/invoicing/printing/printed-document.ts";
import { fill, wordsOf } from "../../../../subgraphs/gateway/invoicing/printing/document-words.ts";
import { noSeller, type Seller } from "../../../../subgraphs/gateway/invoicing/printing/seller.ts";
import { printedFont } from "../../../../subgraphs/gateway/invoicing/printing/printed-fonts.ts";
import { visualRuns } from "../../../../subgraphs/gateway/invoicing/printing/visual-runs.ts";
import { wrapText } from "../../../../subgraphs/gateway/invoicing/printing/wrap-text.ts";
import { readLogo } from "../../../../subgraphs/gateway/invoicing/seller-profile/logo-image.ts";
import { addressFaults } from "../../../../subgraphs/gateway/invoicing/seller-profile/postal-rules.ts";
import {
  checkTaxId,
  type TaxIdKind,
} from "../../../../subgraphs/gateway/invoicing/seller-profile/tax-ids.ts";
import { textOfPdf } from "../app/pdf-text.ts";

const germany = {
  line1: "Hauptstr. 1",
  line2: null,
  city: "Köln",
  region: null,
  postalCode: "50667",
  country: "DE",
};

function printed(lines: string[], over: Partial<PrintedDocument> = {}): Promise<Buffer> {
  return documentPdf({
    locale: "en-US",
    seller: noSeller,
    title: "Invoice 1",
    mark: null,
    at: new Date(0),
    recipient: { label: "Billed to", lines },
    head: [],
    table: null,
    taxes: [],
    totals: [],
    strong: [],
    texts: [],
    showsBank: true,
    footer: null,
    ...over,
  });
}

/** Width and height of the first page, in points. */
const pageSize = (pdf: Buffer) => /\/MediaBox \[([^\]]+)\]/.exec(pdf.toString("latin1"))![1];

describe("texts of any script", () => {
  test.each(["Żółć Ěščř Ő Ș", "Ελληνική Εταιρεία", "ООО «Ромашка» ґ є", "Công ty Việt", "₴ ₺ €"])(
    "%s is printed as it is",
    async (text) => expect(textOfPdf(await printed([text]))).toContain(text),
  );

  test("Hebrew, Arabic and Chinese are embedded, and a character that no font has is marked", async () => {
    const text = textOfPdf(await printed(["שלום", "سلام", "東京", "한국", "𓀀"]));
    for (const letter of "שלוםس東京한국") expect(text).toContain(letter);
    expect(text).toContain("\ufffd");
    expect(text).not.toContain("𓀀");
  });

  test("a line from right to left keeps numbers and Latin words in their order", () => {
    const runs = visualRuns("שלום ABC 12").map(({ text }) => text);
    expect(runs.map((text) => text.trim()).filter(Boolean)).toEqual(["ABC 12", "שלום"]);
    expect(visualRuns("(שלום)").map(({ text }) => text)).toEqual(["(", ")שלום"]);
    expect(visualRuns("plain")).toEqual([{ text: "plain", font: "noto-sans" }]);
    expect(visualRuns("سلام")).toEqual([{ text: "سلام", font: "noto-sans-arabic" }]);
  });

  test("lines break at spaces, and words that are too long inside", () => {
    const measure = (text: string) => text.length;
    expect(wrapText("one two three", 8, measure)).toEqual(["one two", "three"]);
    expect(wrapText("abcdefghij\nk", 4, measure)).toEqual(["abcd", "efgh", "ij", "k"]);
    expect(wrapText("", 4, measure)).toEqual([""]);
  });
});

describe("languages and paper", () => {
  test("every language has every text, with the same placeholders as English", () => {
    const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
    const english = wordsOf("en");
    for (const language of documentLanguages)
      for (const [name, text] of Object.entries(wordsOf(language))) {
        expect(text, `${language} ${name}`).toMatch(/\S/);
        expect(placesOf(text), `${language} ${name}`).toEqual(
          placesOf(english[name as keyof typeof english]),
        );
      }
    expect(fill("{a} of {b}", { a: 1 })).toBe("1 of {b}");
  });

  test("amounts, dates and rates are written as the locale does", () => {
    const german = formatsOf("de-DE");
    expect(german.money(1234.5, "EUR")).toBe("1.234,50\u00a0€");
    expect(german.date("2026-03-02")).toBe("2. März 2026");
    expect(german.percent(9.975)).toBe("9,975\u00a0%");
    expect(formatsOf("en-US").coded(1234.5, "USD")).toBe("1,234.50 USD");
  });

  test.each([
    ["US", "612 792"],
    ["DE", "595.28 841.89"],
  ])("a seller in %s prints on %s points", async (country, size) => {
    const seller: Seller = { ...noSeller, legalName: "Seller", address: { ...germany, country } };
    expect(pageSize(await printed([], { seller }))).toContain(size);
  });

  test("the seller, its tax IDs and its bank account are printed, and the same document has the same bytes", async () => {
    const bank = { accountHolder: null, bankName: null, routingNumber: null, accountNumber: null };
    const seller: Seller = {
      ...noSeller,
      legalName: "Müller GmbH",
      address: germany,
      taxIds: [{ kind: "eu_vat", value: "DE136695976" }],
      bank: { ...bank, iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    };
    const over = { seller, locale: "de-DE", taxes: [{ rate: "19 %", base: "100,00 €", tax: "19,00 €" }] };
    const pdf = await printed(["Ana"], over);
    const text = textOfPdf(pdf);
    for (const part of [
      "Müller GmbH",
      "50667 Köln",
      "Deutschland",
      "USt-IdNr.: DE136695976",
      "IBAN: DE89 3704 0044 0532 0130 00",
      "19 % 100,00 € 19,00 €",
      "Seite 1 von 1",
    ])
      expect(text).toContain(part);
    expect(pdf.equals(await printed(["Ana"], over))).toBe(true);
    expect(textOfPdf(await printed(["Ana"], { ...over, showsBank: false }))).not.toContain("IBAN");
  });

  test("each of many documents can be searched", async () => {
    for (const name of ["Řehoř s.r.o.", "Řehoř s.r.o.", "Sors"]) {
      const seller: Seller = { ...noSeller, tradeName: name };
      expect(textOfPdf(await printed([name], { seller }))).toContain(`${name} Invoice 1 ${name}`);
    }
  });

  test("a city line is that of the country", () => {
    const inUs = { ...germany, city: "Chicago", region: "IL", postalCode: "60601", country: "US" };
    expect(addressLines(inUs, "United States")).toEqual([
      "Hauptstr. 1",
      "Chicago, IL 60601",
      "United States",
    ]);
    expect(addressLines(germany, "Germany")).toEqual(["Hauptstr. 1", "50667 Köln", "Germany"]);
  });
});

describe("what a seller profile is checked for", () => {
  test.each<[TaxIdKind, string, string]>([
    ["us_ein", "12-3456789", "12-3456789"],
    ["eu_vat", "DE 136 695 976", "DE136695976"],
    ["eu_vat", "el 094259216", "EL094259216"],
    ["eu_vat", "ATU13585627", "ATU13585627"],
    ["eu_vat", "ESB58378431", "ESB58378431"],
    ["gb_vat", "GB980780684", "GB980780684"],
    ["ca_gst_hst", "123456782 RT0001", "123456782RT0001"],
    ["au_abn", "51 824 753 556", "51824753556"],
    ["other", " 7-A ", "7-A"],
  ])("%s %s is valid", async (kind, text, value) => expect(await checkTaxId(kind, text)).toEqual({ value }));

  test.each<[TaxIdKind, string]>([
    ["us_ein", "00-0000000"],
    ["eu_vat", "DE136695977"],
    ["eu_vat", "136695976"],
    ["eu_vat", "US136695976"],
    ["eu_vat", "ATU13585626"],
    ["gb_vat", "GB980780685"],
    ["ca_gst_hst", "123456783 RT0001"],
    ["au_abn", "51 824 753 557"],
  ])("%s %s is not", async (kind, text) => expect(await checkTaxId(kind, text)).toHaveProperty("fault"));

  test("addresses follow the rules of their country", () => {
    const pathsOf = (over: object) => addressFaults({ ...germany, ...over }).map(({ path }) => path);
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf({ postalCode: "5066" })).toEqual(["address.postalCode"]);
    expect(pathsOf({ country: "US" })).toEqual(["address.region"]);
    expect(pathsOf({ country: "XX" })).toEqual(["address.country"]);
    expect(pathsOf({ country: "HK", postalCode: null })).toEqual([]);
  });

  test("a logo is a picture that can be drawn", async () => {
    const { PNG } = await import("pngjs");
    const png = PNG.sync.write(new PNG({ width: 2, height: 2 }));
    const logo = await readLogo(png);
    if ("fault" in logo) throw new Error(logo.fault);
    // Transparent becomes white.
    expect([...PNG.sync.read(logo.bytes).data.subarray(0, 4)]).toEqual([255, 255, 255, 255]);
    expect(await readLogo(png.subarray(0, 50))).toHaveProperty("fault");
    expect(await readLogo(Buffer.from("GIF89a"))).toHaveProperty("fault");
    expect(await readLogo(Buffer.alloc(300_000))).toHaveProperty("fault");
    const seller = { ...noSeller, logo: logo.bytes };
    expect((await printed([], { seller })).toString("latin1")).toContain("/Subtype /Image");
  });
});

test("a parsed font is kept for five minutes after its last use", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const parsed = () => printedFont("noto-sans-arabic-bold");
  const first = await parsed();
  vi.advanceTimersByTime(299_000);
  expect(await parsed()).toBe(first);
  vi.advanceTimersByTime(299_000);
  expect(await parsed()).toBe(first);
  vi.advanceTimersByTime(300_000);
  expect(await parsed()).not.toBe(first);
});
