/** Two-letter codes of states, territories and military post (USPS Publication 28, appendix B). */
const postalCodes = new Set(
  (
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
    "PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI FM MH PW AA AE AP"
  ).split(" "),
);

/** States that tax no income of this kind, and take no such form. */
const withoutIncomeTax = new Set("AK FL NV NH SD TN TX WA WY".split(" "));

export function isPostalState(code: string): boolean {
  return postalCodes.has(code);
}

export function taxesIncome(code: string): boolean {
  return !withoutIncomeTax.has(code);
}
