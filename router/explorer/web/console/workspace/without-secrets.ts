/** Shapes of credentials: keys of the platform and its vendors, signing secrets, tokens. */
const credential =
  /\b(?:hub|hubsa|whsec|sk|pk|rk|ghp|xox[bp])_[\w-]{8,}|\bey[\w-]{6,}\.[\w-]{2,}(?:\.[\w-]{0,})?|\b[Bb]earer [\w.~+/=-]{8,}/g;

/** A name with a text as its value, as JSON and GraphQL write it. */
const namedText = /(["']?)\b([A-Za-z_][A-Za-z0-9_-]{0,79})\1(\s{0,20}:\s{0,20})"((?:[^"\\]|\\.)*)"/g;

/** Names whose values are secrets, or numbers that identify people and accounts. */
const secretName =
  /passw|passphrase|secret|token|api-?_?key|authorization|cookie|credential|^pin$|otp|ssn|tax_?id|^tin$|account_?number|routing_?number|card_?number|cvc|cvv|iban/i;

/** A document or variables as they may be stored and shared: secrets become empty texts. Takes linear time. */
export function withoutSecrets(text: string): string {
  return text
    .replaceAll(namedText, (whole, quote: string, name: string, colon: string) =>
      secretName.test(name) ? `${quote}${name}${quote}${colon}""` : whole,
    )
    .replaceAll(credential, "");
}

/** Headers that may be stored and shared. Every other one may be a credential. */
const plainHeaders = new Set([
  "accept",
  "accept-language",
  "apollo-require-preflight",
  "content-type",
  "prefer",
  "x-account-id",
  "x-app-id",
  "x-query-plan",
]);

/** The headers of an editor that may be stored and shared, as JSON. Text that is no JSON object is not kept. */
export function plainHeadersOf(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const kept = Object.entries(value).filter(
    ([name, content]) => plainHeaders.has(name.toLowerCase()) && typeof content === "string",
  );
  return kept.length === 0 ? "" : `${withoutSecrets(JSON.stringify(Object.fromEntries(kept), null, 2))}\n`;
}
