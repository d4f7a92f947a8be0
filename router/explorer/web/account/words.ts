const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const moments = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const hours = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});

/** "1,250.5". */
export function numberWords(value: number): string {
  return numbers.format(value);
}

/** "Unlimited" for -1. */
export function limitOf(value: number): string {
  return value === -1 ? "Unlimited" : numbers.format(value);
}

/** "3 May 2026, 14:05", in the reader's time zone. */
export function momentWords(iso: string): string {
  return moments.format(new Date(iso));
}

/** Start of a day or an hour in UTC, as usage counts. */
export function pointWords(iso: string, granularity: "hour" | "day"): string {
  return (granularity === "day" ? days : hours).format(new Date(iso));
}

/** "$29.00". */
export function moneyWords(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

/** "2 h 5 min" or "40 s" until a time. Null after that time. */
export function untilWords(iso: string, now = new Date()): string | null {
  const seconds = Math.ceil((Date.parse(iso) - now.getTime()) / 1_000);
  if (seconds <= 0) return null;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${Math.floor(minutes / 1_440)} days`;
}
