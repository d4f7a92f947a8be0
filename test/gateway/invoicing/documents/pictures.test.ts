import { addressLines, type PostalAddress } from "../../../../subgraphs/gateway/base/address-lines.ts";
import { readFileSync, writeFileSync } from "node:fs";
import jsqr from "jsqr";
import { PNG } from "pngjs";
import { expect, test } from "vitest";
import { formatsOf } from "../../../../subgraphs/gateway/invoicing/printing/document-locale.ts";
import { documentPdf } from "../../../../subgraphs/gateway/invoicing/printing/document-pdf.ts";
import { paymentQr } from "../../../../subgraphs/gateway/invoicing/printing/payment-qr.ts";
import type { PrintedDocument } from "../../../../subgraphs/gateway/invoicing/printing/printed-document.ts";
import { noSeller } from "../../../../subgraphs/gateway/invoicing/printing/seller.ts";
import { textOfPdf } from "../app/pdf-text.ts";
import { pngOf, sheetOf } from "./page-pictures.ts";

/** `UPDATE_PICTURES=1 npx vitest run pictures` draws the pictures anew: look at them before you keep them. */
const isUpdate = process.env["UPDATE_PICTURES"] === "1";

interface Business {
  name: string;
  locale: string;
  address: PostalAddress;
  client: string[];
}

const place = (
  country: string,
  line1: string,
  city: string,
  postalCode: string | null,
  region: string | null = null,
): PostalAddress => ({ line1, line2: null, city, region, postalCode, country });

/** Addresses of public buildings. */
const businesses: Business[] = [
  {
    name: "Prairie Tools Inc.",
    locale: "en-US",
    address: place("US", "233 S Wacker Dr", "Chicago", "60606", "IL"),
    client: ["Ann Ace", "1600 Main St\nDallas, TX 75201"],
  },
  {
    name: "Érable Ltée",
    locale: "fr-CA",
    address: place("CA", "275 rue Notre-Dame Est", "Montréal", "H2Y 1C6", "QC"),
    client: ["Zoë Côté"],
  },
  {
    name: "Harbour & Sons Ltd",
    locale: "en-GB",
    address: place("GB", "1 London Bridge St", "London", "SE1 9GF"),
    client: ["Siân O’Neill"],
  },
  {
    name: "Müller GmbH",
    locale: "de-DE",
    address: place("DE", "Heinrich-Böll-Platz 1", "Köln", "50667"),
    client: ["Größe & Söhne OHG"],
  },
  {
    name: "Société Générale d’Œufs",
    locale: "fr-FR",
    address: place("FR", "12 rue de la Paix", "Paris", "75002"),
    client: ["Aÿ-Champagne"],
  },
  {
    name: "Año Nuevo, S.L.",
    locale: "es-ES",
    address: place("ES", "Calle de Alcalá 48", "Madrid", "28014", "Madrid"),
    client: ["Peña Ñandú"],
  },
  {
    name: "Coração Comércio Ltda.",
    locale: "pt-BR",
    address: place("BR", "Av. Paulista 1578", "São Paulo", "01310-200", "SP"),
    client: ["João Gonçalves"],
  },
  {
    name: "Città S.r.l.",
    locale: "en-GB",
    address: place("IT", "Via del Corso 300", "Roma", "00186", "RM"),
    client: ["Żółć Ěščř Ő Ș"],
  },
  {
    name: "株式会社東京タワー",
    locale: "en-GB",
    address: place("JP", "芝公園4丁目2-8", "港区", "105-0011", "東京都"),
    client: ["山田 太郎", "カタカナ・ひらがな"],
  },
  {
    name: "北京长城有限公司",
    locale: "en-GB",
    address: place("CN", "景山前街4号", "东城区", "100009", "北京市"),
    client: ["王小明", "简体字 繁體字"],
  },
  {
    name: "서울 주식회사",
    locale: "en-GB",
    address: place("KR", "세종대로 110", "중구", "04524", "서울특별시"),
    client: ["홍길동"],
  },
  {
    name: "בית הדפוס בע״מ",
    locale: "en-GB",
    address: place("IL", "רחוב הרצל 12", "תל אביב", "6688312"),
    client: ["דוד כהן (12)"],
  },
  {
    name: "شركة النخيل",
    locale: "en-GB",
    address: place("EG", "١٥ شارع التحرير", "القاهرة", "11511", "القاهرة"),
    client: ["محمد علي ABC 12"],
  },
  {
    name: "ООО «Ромашка»",
    locale: "en-GB",
    address: place("UA", "вул. Хрещатик 36", "Київ", "01044"),
    client: ["Ελληνική Εταιρεία", "Công ty Việt"],
  },
];

function printed(
  { name, locale, address, client }: Business,
  over: Partial<PrintedDocument> = {},
): Promise<Buffer> {
  return documentPdf({
    locale,
    seller: { ...noSeller, legalName: name, address, email: "office@seller.example" },
    title: "INV-000042",
    mark: null,
    at: new Date(0),
    recipient: { label: "To", lines: client },
    head: [["No.", "INV-000042"]],
    table: null,
    taxes: [],
    totals: [],
    strong: [],
    texts: [],
    showsBank: false,
    footer: null,
    ...over,
  });
}

test("addresses of 14 countries and names of seven scripts look as they did", async () => {
  const pdfs = [];
  for (const business of businesses) {
    const pdf = await printed(business);
    expect(textOfPdf(pdf), business.name).not.toContain("\ufffd");
    pdfs.push(pdf);
  }
  const sheet = await sheetOf(pdfs, { top: 40, height: 140 });
  const file = new URL("pictures/addresses.png", import.meta.url);
  if (isUpdate) writeFileSync(file, pngOf(sheet));
  const kept = PNG.sync.read(readFileSync(file));
  expect([sheet.width, sheet.height]).toEqual([kept.width, kept.height]);
  let different = 0;
  for (let at = 0; at < kept.data.length; at += 4) if (kept.data[at] !== sheet.data[at]) different++;
  expect(different).toBe(0);
});

const euros = {
  accountHolder: "Müller GmbH",
  bankName: null,
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
  routingNumber: null,
  accountNumber: null,
};
const due = {
  amountMinor: 12_345,
  decimals: 2,
  reference: "INV-000042",
  link: "https://hub.example/pay/t0ken",
};

test.each([
  [
    "euros to an IBAN are a SEPA credit transfer",
    "EUR",
    euros,
    "BCD\n002\n1\nSCT\nCOBADEFFXXX\nMüller GmbH\nDE89370400440532013000\nEUR123.45\n\n\nINV-000042",
  ],
  ["another currency is the link", "USD", euros, due.link],
  ["without a bank account it is the link", "EUR", null, due.link],
])("the code to pay with is read from the page: %s", async (_, currency, bank, text) => {
  const seller = { ...noSeller, legalName: "Müller GmbH", bank };
  const qr = paymentQr(seller, { ...due, currency });
  expect(qr).toBe(text);
  const pdf = await printed({ ...businesses[0]!, client: ["Ann"] }, { qr });
  const sheet = await sheetOf([pdf], { top: 0, height: 792 }, 2);
  // The package is CommonJS: its function is a property of what is imported.
  const found = jsqr.default(new Uint8ClampedArray(sheet.data), sheet.width, sheet.height);
  expect(found?.data).toBe(text);
});

test("nothing due has no code", () =>
  expect(paymentQr(noSeller, { ...due, currency: "EUR", amountMinor: 0 })).toBeNull());

test.each([
  ["US", "en", "233 S Wacker Dr|Chicago, IL 60606|United States"],
  ["CA", "en", "275 rue Notre-Dame Est|Montréal QC H2Y 1C6|Canada"],
  ["GB", "en", "1 London Bridge St|London|SE1 9GF|United Kingdom"],
  ["DE", "de", "Heinrich-Böll-Platz 1|50667 Köln|Deutschland"],
  ["ES", "es", "Calle de Alcalá 48|28014 Madrid Madrid|España"],
  ["BR", "pt", "Av. Paulista 1578|São Paulo-SP|01310-200|Brasil"],
  ["IT", "en", "Via del Corso 300|00186 Roma RM|Italy"],
  ["JP", "en", "〒105-0011|東京都港区|芝公園4丁目2-8|Japan"],
  ["CN", "en", "100009|北京市东城区|景山前街4号|China"],
  ["KR", "en", "서울특별시 중구|세종대로 110|04524|South Korea"],
])("an address in %s is written as there", (country, locale, lines) => {
  const { address } = businesses.find((one) => one.address.country === country)!;
  expect(addressLines(address, formatsOf(locale).country(country)).join("|")).toBe(lines);
});

test("a Japanese address in Latin letters begins with its street", () => {
  const address = place("JP", "4-2-8 Shibakoen", "Minato-ku", "105-0011", "Tokyo");
  expect(addressLines(address, "Japan")).toEqual(["4-2-8 Shibakoen, Minato-ku, Tokyo", "105-0011", "Japan"]);
});
