import type { CalendarFault } from "./calendar-files.port.ts";

const words: Readonly<Record<CalendarFault, string>> = {
  not_found: "must be the URL of a calendar: there is none",
  access_denied: "must be readable without signing in: access was denied",
  rate_limited: "must be read later: its server asks to wait",
  bad_status: "must be readable: its server refused",
  unreachable: "must be readable: its server did not respond",
  timeout: "must be readable within 10 seconds",
  address_refused: "must have a public host, also after redirects",
  too_many_redirects: "must be readable within 3 redirects",
  too_large: "must have at most 4 MB",
};

/** A fault as the message of a field. */
export function wordsOfFault(fault: CalendarFault, status: number | null): string {
  return status === null || status < 400 ? words[fault] : `${words[fault]} (HTTP status ${status})`;
}
