const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const thisYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const otherYear = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Beyond this distance a date says more than a number of days. */
const nearMs = 14 * dayMs;

const units: readonly (readonly [ms: number, one: string, many: string])[] = [
  [dayMs, "day", "days"],
  [hourMs, "h", "h"],
  [minuteMs, "min", "min"],
];

/** "5 min ago", "in 3 days", "just now"; a date for what is more than two weeks away. */
export function agoWords(iso: string, now: Date): string {
  const at = new Date(iso);
  const ms = at.getTime() - now.getTime();
  const away = Math.abs(ms);
  if (away < minuteMs) return "just now";
  if (away > nearMs) {
    return (at.getFullYear() === now.getFullYear() ? thisYear : otherYear).format(at);
  }
  const [unit, one, many] = units.find(([size]) => away >= size)!;
  const count = Math.floor(away / unit);
  const words = `${count} ${count === 1 ? one : many}`;
  return ms < 0 ? `${words} ago` : `in ${words}`;
}

/** "3 May 2026, 14:05:09", in the reader's time zone. */
export function exactWords(iso: string): string {
  return exact.format(new Date(iso));
}
