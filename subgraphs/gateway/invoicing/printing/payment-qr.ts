import { toMajor } from "../../../../src/money.ts";
import { nameOfSeller, type Seller } from "./seller.ts";

/** What a client owes on a document, in minor units. */
export interface PaymentDue {
  amountMinor: number;
  currency: string;
  decimals: number;
  reference: string;
  /** Page of the document. */
  link: string;
}

/**
 * Text of a payment QR code: a SEPA credit transfer for euros to an IBAN (European Payments Council, EPC069-12, version 002), which
 * banking apps fill in; otherwise the link. Null when nothing is due.
 */
export function paymentQr(seller: Seller, due: PaymentDue): string | null {
  const { amountMinor, currency, decimals, reference, link } = due;
  if (amountMinor <= 0) return null;
  const name = seller.bank?.accountHolder ?? nameOfSeller(seller);
  const iban = seller.bank?.iban;
  const most = 99_999_999_999;
  if (currency !== "EUR" || !iban || !name || amountMinor > most) return link;
  const amount = `EUR${toMajor(amountMinor, decimals).toFixed(2)}`;
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    seller.bank?.bic ?? "",
    oneLine(name, 70),
    iban,
    amount,
    "",
    "",
    oneLine(reference, 140),
  ];
  return lines.join("\n");
}

function oneLine(text: string, length: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, " ").trim());
  return characters.slice(0, length).join("");
}
