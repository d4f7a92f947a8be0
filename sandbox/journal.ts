/** One request to a vendor, with every secret masked. */
export interface JournalEntry {
  at: string;
  method: string;
  path: string;
  headers: Record<string, unknown>;
  body: unknown;
}

const mask = "***";
const maxEntries = 500;
const maxBodyChars = 65_536;
const secretName =
  /auth|cookie|key|secret|token|passw|signature|credential|account_?number|card_?number|\b(cvc|tin|ein|ssn)\b/i;
/** Names that sound secret and are wanted in a test. */
const publicNames = /^(idempotency-?key|x-idempotency-key|publishable_?key|key_?id|client-token-id)$/i;

/** The latest requests to one vendor, newest last. Older ones are dropped. */
export class Journal {
  readonly #entries: JournalEntry[] = [];

  record(entry: JournalEntry): void {
    const { path, headers, body } = entry;
    this.#entries.push({
      ...entry,
      path: maskQuery(path),
      headers: maskFields(headers),
      body: shownBody(body),
    });
    if (this.#entries.length > maxEntries) this.#entries.shift();
  }

  list(): readonly JournalEntry[] {
    return this.#entries;
  }
}

function shownBody(body: unknown): unknown {
  if (body === undefined || body === null) return null;
  if (Buffer.isBuffer(body)) return `[${body.length} bytes]`;
  const shown = maskValue(body);
  const text = typeof shown === "string" ? shown : JSON.stringify(shown);
  return text.length > maxBodyChars ? `${text.slice(0, maxBodyChars)}… [${text.length} characters]` : shown;
}

function maskFields(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isSecret(name) ? maskSecret(value) : maskValue(value),
    ]),
  );
}

function maskValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskValue);
  return typeof value === "object" && value !== null ? maskFields(value) : value;
}

/** Numbers stay readable: `max_tokens` is a limit, not a secret. The scheme of an authorization stays too. */
function maskSecret(value: unknown): unknown {
  if (typeof value === "string")
    return /^(Bearer|Basic) /i.test(value) ? `${value.split(" ")[0]} ${mask}` : mask;
  if (Array.isArray(value)) return value.map(maskSecret);
  return maskValue(value);
}

function maskQuery(path: string): string {
  return path.replace(/(^[^?&]*\?|&)([^=&]+)=([^&]*)/g, (whole, separator: string, name: string) =>
    isSecret(name) ? `${separator}${name}=${mask}` : whole,
  );
}

function isSecret(name: string): boolean {
  return secretName.test(name) && !publicNames.test(name);
}
