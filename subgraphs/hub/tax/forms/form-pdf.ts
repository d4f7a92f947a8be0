import { buffer } from "node:stream/consumers";
import { printable } from "../../../../src/text/printable.ts";
import type { Business } from "../businesses/business.rows.ts";
import type { Form } from "./form.rows.ts";
import type { PostalAddress } from "../businesses/postal-address.ts";
import { nameOf } from "./recipient-profile.ts";
import { maskTin } from "./tin.ts";

const margin = 56;

/**
 * Copy B of a form, a substitute statement for its recipient (IRS Publication 1179): of the recipient's number it has the
 * last four digits, as 26 CFR 301.6109-4 allows, and so of the payer's. The same form gives the same bytes.
 */
export async function formPdf(form: Form, business: Business, isSandbox: boolean): Promise<Buffer> {
  const title = `Form ${form.formType} ${form.taxYear}, Copy B`;
  const { default: PdfKit } = await import("pdfkit");
  const paper = new PdfKit({
    size: "LETTER",
    margin,
    lang: "en",
    displayTitle: true,
    info: { Title: title, CreationDate: form.updatedAt, ModDate: form.updatedAt },
  });
  const whole = buffer(paper);
  const line = (label: string, value: string) => {
    paper.font("Helvetica-Bold").text(`${label}: `, { continued: true });
    paper.font("Helvetica").text(printable(value));
  };
  if (isSandbox) paper.fontSize(9).text("SANDBOX: filed nowhere.", { align: "right" });
  paper.font("Helvetica-Bold").fontSize(16).text(title);
  paper
    .font("Helvetica")
    .fontSize(11)
    .text(`Nonemployee compensation. For recipient.${markOf(form)}`)
    .moveDown();
  line("Payer", business.businessName);
  line("Payer's address", addressText(business.address));
  line("Payer's TIN", maskTin("EIN", business.einLast4));
  line("Telephone", business.contactPhone);
  paper.moveDown();
  line("Recipient", nameOf(form.profile));
  line("Recipient's address", addressText(form.profile.address));
  line("Recipient's TIN", maskTin(form.tinType, form.tinLast4));
  if (form.content.accountNumber !== null) line("Account number", form.content.accountNumber);
  paper.moveDown();
  for (const [label, value] of boxesOf(form)) line(label, value);
  paper.moveDown().fontSize(9);
  paper.text(
    "This is important tax information and is being furnished to the IRS. If you are required to file a return, a " +
      "negligence penalty or other sanction may be imposed on you if this income is taxable and the IRS determines " +
      "that it has not been reported.",
  );
  paper.end();
  return whole;
}

function markOf({ kind }: Form): string {
  return { original: "", correction: " CORRECTED.", void: " VOID." }[kind];
}

function boxesOf({ content, taxYear }: Form): [label: string, value: string][] {
  const money = (cents: number | null) =>
    cents === null ? "" : `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
  const boxes: [string, string][] = [
    [
      taxYear >= 2026 ? "1a Nonemployee compensation" : "1 Nonemployee compensation",
      money(content.nonEmployeeCompensation),
    ],
    ["1b Cash tips", money(content.cashTips)],
    ["1c Tipped occupation code", content.tippedOccupationCode ?? ""],
    ["1d Overtime compensation", money(content.overtimeCompensation)],
    ["2 Direct sales of $5,000 or more", content.directSales ? "X" : ""],
    ["3 Excess golden parachute payments", money(content.excessGoldenParachutePayments)],
    ["4 Federal income tax withheld", money(content.federalTaxWithheld)],
    ...content.states.flatMap(
      ({ state, payerStateNo, stateIncome, stateTaxWithheld }): [string, string][] => [
        ["5 State tax withheld", money(stateTaxWithheld)],
        ["6 State/Payer's state no.", [state, payerStateNo].filter(Boolean).join(" / ")],
        ["7 State income", money(stateIncome)],
      ],
    ),
  ];
  return boxes.filter(([, value]) => value !== "");
}

function addressText({ line1, line2, city, state, province, postalCode, country }: PostalAddress): string {
  return [line1, line2, city, `${state ?? province ?? ""} ${postalCode}`.trim(), country]
    .filter(Boolean)
    .join(", ");
}
