/**
 * Social security, tax and bank account numbers are shown by their last four characters. They are known by the name of
 * their column, or by their form: nine digits, together or as 123-45-6789 or 12-3456789.
 */

const sensitiveNames = new RegExp(
  [
    "ssn|socialsecurity|socialinsurance|nationalinsurance|nationalid|passport",
    "taxpayerid|taxid|taxnumber|itin|^(tin|sin|ein|nino)$|(tin|sin|ein)(number|no)$",
    "(company|employer|employee|worker|payee|recipient|spouse)(tin|sin|ein)$",
    "iban|acct|account(number|num|no)?$|bankaccount|bankno|banknumber|routing|sortcode|transitnumber",
  ].join("|"),
);

/** Whether values under this name are numbers of people or bank accounts. */
export function namesPrivateNumber(name: string): boolean {
  return sensitiveNames.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""));
}

/** Masks every letter and digit but the last four with `*`; other characters stay. */
export function showLastFour(text: string): string {
  const characters = Array.from(text);
  let shown = 0;
  for (let index = characters.length - 1; index >= 0; index--) {
    if (!/[\p{L}\p{N}]/u.test(characters[index]!)) continue;
    if (shown < 4) shown++;
    else characters[index] = "*";
  }
  return characters.join("");
}

const nineDigits =
  /(?<!\p{Nd})(?:\p{Nd}{9}|\p{Nd}{3}([-. \u2010-\u2015])\p{Nd}{2}\1\p{Nd}{4}|\p{Nd}{2}[-\u2010-\u2015]\p{Nd}{7})(?!\p{Nd})/gu;

/** The text with each number of nine digits in it shown by its last four. */
export function maskNineDigits(text: string): string {
  return text.length < 9 ? text : text.replaceAll(nineDigits, showLastFour);
}
