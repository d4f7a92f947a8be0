/** Why a calendar could not be read. */
export type CalendarFault =
  | "not_found"
  | "access_denied"
  | "rate_limited"
  | "bad_status"
  | "unreachable"
  | "timeout"
  | "address_refused"
  | "too_many_redirects"
  | "too_large";

/** What a server said of the content before; it answers `unchanged` when that is still so. */
export interface KnownContent {
  etag: string | null;
  lastModified: string | null;
}

export type CalendarFile =
  | ({ kind: "content"; text: string } & KnownContent)
  | { kind: "unchanged" }
  | { kind: "failed"; fault: CalendarFault; status: number | null; retryAfterMs: number | null };

/** Calendars at public URLs that clients name. */
export interface CalendarFilesPort {
  /** The URL as it is stored and read; `webcal:` means `https:`. Throws INVALID_URL; `path` is the invalid input field. */
  checkUrl(url: string, path: string): string;
  /** Reads a calendar once: public addresses only, within bounds of size, time and redirects. Never throws. */
  read(url: string, known: KnownContent): Promise<CalendarFile>;
}
