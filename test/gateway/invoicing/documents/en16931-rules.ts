import type { ReadInvoice } from "./read-electronic.ts";

/**
 * Business rules of EN 16931-1:2017 (clauses 6.4.2 to 6.4.4) for the terms that documents of the platform have, written from the
 * text of the standard and apart from the code that makes the documents. Amounts are compared as whole 1e-6, never as floats.
 */
const rules: Record<string, (invoice: ReadInvoice) => boolean> = {
  "BR-01": ({ guideline }) => guideline !== "",
  "BR-02": ({ number }) => number !== "",
  "BR-03": ({ issueDate }) => /^\d{4}-\d{2}-\d{2}$/.test(issueDate),
  "BR-04": ({ type }) => ["380", "381"].includes(type),
  "BR-05": ({ currency }) => /^[A-Z]{3}$/.test(currency),
  "BR-06": ({ seller }) => seller.name !== "",
  "BR-07": ({ buyer }) => buyer.name !== "",
  "BR-08": ({ seller }) => seller.address.length > 0,
  "BR-09": ({ seller }) => /^[A-Z]{2}$/.test(seller.country),
  "BR-10": ({ buyer }) => buyer.address.length > 0,
  "BR-11": ({ buyer }) => /^[A-Z]{2}$/.test(buyer.country),
  "BR-12": ({ totals }) => isAmount(totals.lines),
  "BR-13": ({ totals }) => isAmount(totals.net),
  "BR-14": ({ totals }) => isAmount(totals.gross),
  "BR-15": ({ totals }) => isAmount(totals.due),
  "BR-16": ({ lines }) => lines.length > 0,
  "BR-21": ({ lines }) => new Set(lines.map(({ id }) => id)).size === lines.length,
  "BR-22": ({ lines }) => lines.every(({ quantity }) => isAmount(quantity)),
  "BR-23": ({ lines }) => lines.every(({ unit }) => unit !== ""),
  "BR-24": ({ lines }) => lines.every(({ net }) => isAmount(net)),
  "BR-25": ({ lines }) => lines.every(({ name }) => name !== ""),
  "BR-26": ({ lines }) => lines.every(({ price }) => isAmount(price)),
  "BR-27": ({ lines }) => lines.every(({ price }) => micro(price) >= 0n),
  "BR-31": ({ allowances }) => allowances.every(({ amount }) => isAmount(amount)),
  "BR-32": ({ allowances }) => allowances.every(({ category }) => category !== ""),
  "BR-33": ({ allowances }) => allowances.every(({ reason, code }) => reason !== "" || code !== ""),
  "BR-41": ({ lines }) => lines.every(({ allowance }) => allowance === "" || isAmount(allowance)),
  "BR-42": ({ lines }) => lines.every((line) => line.allowance === "" || line.allowanceReason !== ""),
  "BR-45": ({ taxes }) => taxes.every(({ base }) => isAmount(base)),
  "BR-46": ({ taxes }) => taxes.every(({ tax }) => isAmount(tax)),
  "BR-47": ({ taxes }) => taxes.every(({ category }) => category !== ""),
  "BR-48": ({ taxes }) => taxes.every(({ category, rate }) => category === "O" || rate !== ""),
  "BR-49": ({ account, paymentCode }) => account === "" || paymentCode !== "",
  "BR-50": ({ account, paymentCode }) => !["30", "58"].includes(paymentCode) || account !== "",
  "BR-55": ({ type, preceding }) => type !== "381" || preceding !== "",
  "BR-CO-03": ({ dueDate, terms, totals }) => micro(totals.due) <= 0n || dueDate !== "" || terms !== "",
  "BR-CO-04": ({ lines }) => lines.every(({ category }) => category !== ""),
  "BR-CO-09": ({ seller, buyer }) =>
    [seller.vatId, buyer.vatId].every((id) => id === "" || /^[A-Z]{2}/.test(id)),
  "BR-CO-10": ({ lines, totals }) => sum(lines, "net") === micro(totals.lines),
  "BR-CO-11": ({ allowances, totals }) => sum(allowances, "amount") === micro(totals.allowances || "0"),
  "BR-CO-13": ({ totals }) => micro(totals.net) === micro(totals.lines) - micro(totals.allowances || "0"),
  "BR-CO-14": ({ taxes, taxTotal }) => sum(taxes, "tax") === micro(taxTotal),
  "BR-CO-15": ({ totals, taxTotal }) => micro(totals.gross) === micro(totals.net) + micro(taxTotal),
  "BR-CO-16": ({ totals }) => micro(totals.due) === micro(totals.gross) - micro(totals.paid || "0"),
  // Less what a price with tax, or tax by the line, is off by: at most one minor unit.
  "BR-CO-17": ({ taxes }) =>
    taxes.every(({ base, tax, rate }) => {
      const exact = (micro(base) * micro(rate || "0")) / 100_000_000n;
      return abs(micro(tax) - exact) <= 10_000n;
    }),
  "BR-CO-18": ({ taxes }) => taxes.length > 0,
  "BR-CO-26": ({ seller }) => [seller.vatId, seller.legalId, seller.taxNumber].some(Boolean),
  "BR-DEC": (invoice) =>
    [
      ...Object.values(invoice.totals),
      invoice.taxTotal,
      ...invoice.taxes.flatMap(({ base, tax }) => [base, tax]),
      ...invoice.allowances.map(({ amount }) => amount),
      ...invoice.lines.flatMap(({ net, allowance }) => [net, allowance]),
    ].every((amount) => !/\.\d{3}/.test(amount)),
  // One breakdown for each category and rate that occurs, and no other (BR-S-01, BR-Z-01, BR-E-01, BR-AE-01, BR-IC-01, BR-O-01).
  "BR-x-01": ({ lines, allowances, taxes }) => {
    const used = new Set([...lines, ...allowances].map(treatment));
    const listed = taxes.map(treatment);
    return (
      new Set(listed).size === listed.length &&
      listed.length === used.size &&
      listed.every((one) => used.has(one))
    );
  },
  "BR-S-02": (invoice) =>
    !has(invoice, "S", "Z", "E") || [invoice.seller.vatId, invoice.seller.taxNumber].some(Boolean),
  "BR-S-05": ({ lines }) => lines.every(({ category, rate }) => category !== "S" || micro(rate) > 0n),
  // Rate 0 of all but S (BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05), and none of O (BR-O-05).
  "BR-x-05": ({ lines }) =>
    lines.every(
      ({ category, rate }) => category === "S" || (category === "O" ? rate === "" : micro(rate) === 0n),
    ),
  // The base of each treatment: its lines less its allowances (BR-S-08 and its like).
  "BR-x-08": ({ lines, allowances, taxes }) =>
    taxes.every((tax) => {
      const same = <T extends { category: string; rate: string }>(list: readonly T[]) =>
        list.filter((one) => treatment(one) === treatment(tax));
      return micro(tax.base) === sum(same(lines), "net") - sum(same(allowances), "amount");
    }),
  "BR-x-09": ({ taxes }) => taxes.every(({ category, tax }) => category === "S" || micro(tax) === 0n),
  // A reason where nothing is taxed (BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10), none otherwise (BR-S-10, BR-Z-10).
  "BR-x-10": ({ taxes }) =>
    taxes.every(({ category, reason }) => "SZ".includes(category) === (reason === "")),
  "BR-AE-02": (invoice) =>
    !has(invoice, "AE") ||
    (invoice.seller.vatId !== "" && [invoice.buyer.vatId, invoice.buyer.legalId].some(Boolean)),
  "BR-IC-02": (invoice) => !has(invoice, "K") || (invoice.seller.vatId !== "" && invoice.buyer.vatId !== ""),
  "BR-IC-11": (invoice) => !has(invoice, "K") || invoice.deliveryDate !== "",
  "BR-IC-12": (invoice) => !has(invoice, "K") || invoice.deliveryCountry !== "",
  "BR-G-02": (invoice) => !has(invoice, "G") || invoice.seller.vatId !== "",
  "BR-O-02": (invoice) => !has(invoice, "O") || (invoice.seller.vatId === "" && invoice.buyer.vatId === ""),
  "BR-O-11": ({ taxes }) => taxes.length === 1 || taxes.every(({ category }) => category !== "O"),
  "BT-110": ({ taxCurrency, currency }) => taxCurrency === currency,
};

/** Names of the rules that a document breaks. */
export function brokenRules(invoice: ReadInvoice): string[] {
  return Object.entries(rules).flatMap(([name, holds]) => (holds(invoice) ? [] : [name]));
}

const isAmount = (text: string) => /^-?\d+(\.\d+)?$/.test(text);
const treatment = ({ category, rate }: { category: string; rate: string }) =>
  `${category} ${rate === "" ? "" : micro(rate)}`;
const has = ({ taxes }: ReadInvoice, ...categories: string[]) =>
  taxes.some(({ category }) => categories.includes(category));
const abs = (value: bigint) => (value < 0n ? -value : value);

/** A decimal as whole 1e-6. */
function micro(text: string): bigint {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`No decimal: ${JSON.stringify(text)}`);
  return BigInt(`${sign}${whole}${fraction.slice(0, 6).padEnd(6, "0")}`);
}

function sum<K extends string>(list: readonly Record<K, string>[], name: K): bigint {
  return list.reduce((total, one) => total + micro(one[name]), 0n);
}
