import { listedValues } from "../text/listed-values.ts";
import { dateMessage, dateTimeMessage } from "../time/date-input.ts";
import { textFormats, type TextFormat } from "./text-formats.ts";

/** Messages for the patterns of the schema: what a matching text looks like. */
const patternMessages: Readonly<Record<string, string>> = {
  [String.raw`\S`]: "must not be blank",
  [String.raw`\S[\s\S]*\S`]: "must have at least 2 characters besides spaces",
  [String.raw`^[^\S\r\n]*\S[^\r\n]*$`]: "must be one line that is not blank",
  [String.raw`^[^\r\n]*$`]: "must be one line",
  [String.raw`^\S[^\r\n]{0,99}$`]: "must be one line of 1 to 100 characters that does not start with a space",
  [String.raw`^[^\p{C}]+$`]: "must be one line without control characters",
  [String.raw`[\p{L}\p{N}]`]: "must have a letter or a digit",
  [String.raw`^[^\r\n]{1,200}$`]: "must be one line of 1 to 200 characters",
  [String.raw`^[\s\p{Cc}]*[^\s\p{Cc}](?:[\s\S]{0,198}[^\s\p{Cc}])?[\s\p{Cc}]*$`]:
    "must have 1 to 200 characters",
  [String.raw`^[^/\\\p{C}]+$`]: "must be a file name without slashes",
  [String.raw`^https:\/\/[^\s]+$`]: "must be an https URL",
  [String.raw`^https?:\/\/[^\s/]`]: "must be an http or https URL",

  [String.raw`^[0-9]+$`]: "must be digits",
  [String.raw`^\d{4}-(0[1-9]|1[0-2])$`]: "must be a month as YYYY-MM",
  [String.raw`^(19|20)\d{2}-(0[1-9]|1[0-2])$`]: "must be a month as YYYY-MM, from 1900 to 2099",
  [String.raw`^20\d\d-(0[1-9]|1[0-2])$`]: "must be a month as YYYY-MM, from 2000 to 2099",
  [String.raw`^[1-9]\d{3}-(0[1-9]|1[0-2])$`]: "must be a month as YYYY-MM",
  [String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$`]: "must be a date as YYYY-MM-DD",
  [String.raw`^\d{4}(-\d{2}-\d{2})?$`]: "must be a year as YYYY or a date as YYYY-MM-DD",
  [String.raw`^20\d{2}(-Q[1-4])?$`]: "must be a quarter as 2026-Q1 or a year as 2026",
  [String.raw`^([01]\d|2[0-3]):[0-5]\d$`]: "must be a time as HH:MM, 00:00 to 23:59",
  [String.raw`^(([01]\d|2[0-3]):[0-5]\d|24:00)$`]: "must be a time as HH:MM, 00:00 to 24:00",
  [String.raw`^([01]\d|2[0-3]):(00|15|30|45)$`]:
    "must be a time as HH:MM on a quarter of an hour, such as 09:30",
  [String.raw`^(?:19|2[01])\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$`]:
    "must be a local time as YYYY-MM-DDTHH:MM",
  [String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$`]:
    "must be a local time as YYYY-MM-DDTHH:MM",

  [String.raw`^[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff]+(-[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff]+)*$`]:
    "must be letters and digits, joined by single dashes",
  [String.raw`^[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff][^\u0000-\u001f!\u0022\u0024-\u002a\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f\u3000-\u3003\ud800-\udfff\ufeff-\uffff]{0,39}$`]:
    "must have 1 to 40 letters, digits, spaces or . _ + # - and start with a letter or digit",

  [String.raw`^[A-Z]{2}$`]: "must be a code of 2 capital letters, such as TX or US",
  [String.raw`^txcd_\d{8}$`]: "must be a product tax code, such as txcd_20030000",
  [String.raw`^[A-Z]{3}$`]: "must be a currency code of 3 capital letters, such as USD",
  [String.raw`^[A-Za-z]{3}$`]: "must be a currency code of 3 letters, such as USD",
  [String.raw`^(IRS|[A-Z]{2})$`]: "must be IRS or a state code, such as TX",
  [String.raw`^[A-V]$`]: "must be a vehicle category from A to V",
  [String.raw`^[a-z]{2,3}-[A-Z]{2}$`]: "must be a language as en-US",
  [String.raw`^(en|fr|de|es|pt)(-[A-Z]{2})?$`]: "must be en, fr, de, es or pt, also with a region as de-CH",
  [String.raw`^[A-Za-z0-9.:-]{1,32}$`]: "must be a ticker symbol, such as VTI",
  [String.raw`^(?!QUO|CN-)[A-Z0-9]+(-[A-Z0-9]+)*-$`]:
    "must be capital letters and digits that end in a dash, and must not start with QUO or CN-",

  [String.raw`^(?:<[^\s<>@]{1,200}@[^\s<>@]{1,200}>|msg_\w{1,60})$`]:
    "must be the ID of a message, such as msg_01, or a Message-ID in angle brackets",

  [String.raw`^[0-9a-f]{64}$`]: "must be a SHA-256 hash as 64 hexadecimal digits",
  [String.raw`^\d{3}$`]: "must have 3 digits",
  [String.raw`^\d{6,9}$`]: "must have 6 to 9 digits",
  [String.raw`^\d{4,17}$`]: "must have 4 to 17 digits",
  [String.raw`^[A-Za-z0-9]+$`]: "must be letters and digits",
  [String.raw`^[A-Za-z0-9 ]+$`]: "must be letters, digits and spaces",
  [String.raw`^#[0-9a-fA-F]{6}$`]: "must be a color as #1F6FEB",
  [String.raw`^[A-Z0-9]{10}$`]: "must have 10 capital letters or digits",
  [String.raw`^[A-Za-z0-9]{6}$`]: "must have 6 letters or digits",
  [String.raw`^[A-Za-z0-9]{8}$`]: "must have 8 letters or digits",
  [String.raw`^[0-9]{9}$`]: "must have 9 digits",
  [String.raw`^\d{1,9}$`]: "must have 1 to 9 digits",
  [String.raw`^\d{2,10}$`]: "must have 2 to 10 digits",
  [String.raw`^[0-9-]{4,17}$`]: "must have 4 to 17 digits or dashes",
  [String.raw`^\d{5}(-\d{4})?$`]: "must be a ZIP code as 12345 or 12345-6789",
  [String.raw`^\d{2}-?\d{7}$`]: "must be an EIN as 12-3456789",
  [String.raw`^\+[1-9]\d{5,14}$`]: "must be a phone number as +12125550142 (E.164)",
  [String.raw`^\+?[0-9 ().-]{10,20}$`]: "must be a phone number, such as +1 212 555 0142",
  [String.raw`^\+?[0-9 ().-]{7,30}$`]: "must be a phone number, such as +1 212 555 0142",
  [String.raw`^\+?[0-9 ().\-x]{7,30}$`]: "must be a phone number, such as +1 212 555 0142 x5",
  [String.raw`^\s*-?\d{1,3}(\.\d{1,15})?\s*(,\s*-?\d{1,3}(\.\d{1,15})?\s*){1}$`]:
    "must be 2 numbers separated by a comma",
  [String.raw`^\s*-?\d{1,3}(\.\d{1,15})?\s*(,\s*-?\d{1,3}(\.\d{1,15})?\s*){3}$`]:
    "must be 4 numbers separated by commas",

  [String.raw`^bt_[0-9_]*[A-Za-z]\w*$`]: "must be a token of the secure form, which starts with bt_",
  [String.raw`^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$`]:
    "must have 3 to 50 lowercase letters, digits or dashes, with no dash at its ends",
  [String.raw`^(https:\/\/[a-z0-9.-]{1,253}|http:\/\/localhost)(:[1-9][0-9]{0,4})?$`]:
    "must be an https origin without a path, such as https://www.example.com",
  [String.raw`^\s?[0-9]{3}\s?[0-9]{3}\s?$`]: "must have 6 digits",
  [String.raw`^[a-z0-9][a-z0-9-]{0,63}$`]: "must have 1 to 64 lowercase letters, digits or dashes",
  [String.raw`^[a-z0-9][a-z0-9._-]{0,63}$`]:
    "must have 1 to 64 lowercase letters, digits, dots, dashes or underscores",
  [String.raw`^[a-z0-9]+(-[a-z0-9]+)*$`]: "must be lowercase letters and digits, separated by single dashes",
  [String.raw`^\w+$`]: "must be letters, digits or underscores",
  [String.raw`^po_\w+$`]: "must be the ID of a payout, which starts with po_",
  [String.raw`^[A-Z0-9]{1,4}$`]: "must have 1 to 4 capital letters or digits",
  [String.raw`^[a-zA-Z]{2,40}$`]: "must have 2 to 40 letters",
  [String.raw`^[a-z][a-z0-9_]*$`]:
    "must be lowercase letters, digits or underscores, and start with a letter",
  [String.raw`^[a-z][a-z0-9_]{2,39}$`]:
    "must have 3 to 40 lowercase letters, digits or underscores, and start with a letter",
  [String.raw`^[\x21-\x7e]+$`]: "must be letters, digits and signs without spaces",
  [String.raw`^[A-Za-z0-9_!-]+$`]: "must be letters, digits, dashes, underscores or exclamation marks",
  [String.raw`^\w{1,255}$`]: "must have 1 to 255 letters, digits or underscores",
  [String.raw`^pkg_[a-z0-9][a-z0-9_-]{0,59}$`]:
    "must start with pkg_, followed by up to 60 lower-case letters, digits, dashes or underscores",
  [String.raw`^[a-z0-9][a-zA-Z0-9]*([._-][a-zA-Z0-9]+)*$`]:
    "must be words of letters and digits joined by dots, dashes or underscores, such as invoice.create",
  [String.raw`^[A-Za-z0-9_-]{8,64}$`]: "must have 8 to 64 letters, digits, dashes or underscores",
  [String.raw`^[A-Za-z0-9_-]{1,40}$`]: "must have 1 to 40 letters, digits, dashes or underscores",
  [String.raw`^[0-9A-Za-z][0-9A-Za-z.-]*$`]:
    "must be letters, digits, dots and hyphens, and start with a letter or digit",
  [String.raw`^[A-Za-z0-9][\w-]{0,39}$`]: "must have 1 to 40 letters, digits, dashes or underscores",
  [String.raw`^[A-Za-z]\w{0,39}$`]:
    "must be a name of 1 to 40 letters, digits or underscores that starts with a letter",
  [String.raw`^([a-z][a-z-]{0,63}:[a-z][a-z-]{0,63}|read:\*)$`]:
    "must be a scope as action:resource, such as read:invoices",
};

const formatMessages: Readonly<Record<string, string>> = {
  date: dateMessage,
  "date-time": dateTimeMessage,
  email: "must be an e-mail address",
  uri: "must be a URL",
  uuid: "must be a UUID",
  int32: "must be an integer from -2,147,483,648 to 2,147,483,647",
};

const inEnglish = new Intl.NumberFormat("en");

/** `1 item`, `2 items`, `10,000 characters`. */
function counted(count: number, noun: string): string {
  return `${inEnglish.format(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The message for a value that violates a constraint, such as "must have at least 1 item". Takes the
 * constraint's name in JSON Schema and its value; returns null for a name without a message. Describes a
 * pattern without showing it.
 */
export function constraintMessage(name: string, value: unknown): string | null {
  switch (name) {
    case "minimum":
      return `must be at least ${value as number}`;
    case "maximum":
      return `must be at most ${value as number}`;
    case "exclusiveMinimum":
      return `must be more than ${value as number}`;
    case "exclusiveMaximum":
      return `must be less than ${value as number}`;
    case "multipleOf":
      return `must be a multiple of ${value as number}`;
    case "minLength":
      return value === 1
        ? "must not be empty"
        : `must have at least ${counted(value as number, "character")}`;
    case "maxLength":
      return `must have at most ${counted(value as number, "character")}`;
    case "minItems":
      return `must have at least ${counted(value as number, "item")}`;
    case "maxItems":
      return `must have at most ${counted(value as number, "item")}`;
    case "pattern":
      return patternMessage(value as string);
    case "format":
      return formatMessage(value as string);
    default:
      return null;
  }
}

/** The constraint itself in words, such as "at least 1 item" or "a date as YYYY-MM-DD"; null for a name without words. */
export function constraintPhrase(name: string, value: unknown): string | null {
  return (
    constraintMessage(name, value)
      ?.replace(/^must (?:be |have |(?=not ))/, "")
      .replace(/^not be /, "not ") ?? null
  );
}

const unknownFormat = "must have the format that its description gives";

function patternMessage(pattern: string): string {
  const values = listedValues(pattern);
  return values ? `must be one of ${values.join(", ")}` : (patternMessages[pattern] ?? unknownFormat);
}

/** Whether a pattern has words of its own. */
export function isPatternKnown(pattern: string): boolean {
  return listedValues(pattern) !== null || Object.hasOwn(patternMessages, pattern);
}

function formatMessage(name: string): string {
  const own = (textFormats as Record<string, TextFormat>)[name];
  return own?.message ?? formatMessages[name] ?? unknownFormat;
}

/** The default texts of class-validator that leak its own words, by its rules; each has the bound in a group. */
const validatorTexts: readonly (readonly [text: RegExp, name: string])[] = [
  [/^must not be less than (-?[\d.]+)$/, "minimum"],
  [/^must not be greater than (-?[\d.]+)$/, "maximum"],
  [/^must be longer than or equal to (\d+) characters$/, "minLength"],
  [/^must be shorter than or equal to (\d+) characters$/, "maxLength"],
  [/^must contain at least (\d+) elements$/, "minItems"],
  [/^must contain no more than (\d+) elements$/, "maxItems"],
];

/** A message of a validator in our words; one that a field has been given stays as it is. */
export function validatorWords(message: string): string {
  const own = message.replace(/^each value in \w+ /, "");
  const pattern = /^must match \/(.*)\/\w* regular expression$/.exec(own)?.[1];
  if (pattern !== undefined) return constraintMessage("pattern", pattern)!;
  for (const [text, name] of validatorTexts) {
    const bound = text.exec(own)?.[1];
    if (bound !== undefined) return constraintMessage(name, Number(bound))!;
  }
  const listed = /^must be one of the following values: (.*)$/.exec(own)?.[1];
  if (listed !== undefined) return `must be one of ${listed.split(",").join(", ")}`;
  if (own === "must be an email") return "must be an e-mail address";
  if (own === "must be an integer number") return "must be an integer";
  return own;
}
