/**
 * Text formats that a pattern cannot express, each with its check and its description. Doors and subgraphs
 * share them.
 */
export interface TextFormat {
  isValid(text: string): boolean;
  message: string;
}

/** The formats by the names that the schema and the OpenAPI document show. */
export const textFormats = {
  "https-url": { isValid: isHttpsUrl, message: "must be an https URL without credentials" },
  "web-url": {
    isValid: isWebUrl,
    message: "must be an https URL without credentials, query or fragment (http only for localhost)",
  },
  "language-tag": { isValid: isLanguageTag, message: "must be a language tag, such as en or pt-BR (BCP 47)" },
  "time-zone": { isValid: isTimeZone, message: "must be an IANA time zone, such as Europe/Berlin" },
  "web-origin": {
    isValid: isWebOrigin,
    message:
      "must be an origin, such as https://app.example, without path or wildcard (http only for localhost)",
  },
  "entry-id": { isValid: isEntryId, message: "must have 1 to 64 characters that are not all blank" },
} satisfies Record<string, TextFormat>;

export type TextFormatName = keyof typeof textFormats;

function isEntryId(text: string): boolean {
  return text.trim() !== "" && text.length <= 64;
}

function isHttpsUrl(text: string): boolean {
  if (!/^https:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return username === "" && password === "" && hostname !== "";
}

/** Where an app lives. Paths are put behind it, so nothing may follow its own path. */
function isWebUrl(text: string): boolean {
  if (/[\s\\?#]/.test(text) || !URL.canParse(text)) return false;
  const { username, password, origin } = new URL(text);
  return username === "" && password === "" && isWebOrigin(origin);
}

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** Offsets such as `+02:00` are admitted by the runtime, but are no zones. */
function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Exactly what a browser sends as `Origin`. Plain http only from the machine itself, where there is no certificate. */
function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  if (origin !== text || hostname.includes("*")) return false;
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) || hostname.endsWith(".localhost");
  return protocol === "https:" || (protocol === "http:" && isLocal);
}
