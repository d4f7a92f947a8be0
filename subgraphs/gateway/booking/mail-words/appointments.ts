import { fillIn, type MailText } from "./mail-text.ts";

/** What happened to the appointments of a series. */
export type SeriesNews = "appointments" | "appointmentsChanged" | "appointmentsCancelled";

/**
 * The beginning of the one mail about a series: its local times, such as `2026-01-06T10:00`, in the customer's language. The facts of
 * the first appointment follow.
 */
export function appointmentsText(
  { words, locale }: Pick<MailText, "words" | "locale">,
  news: SeriesNews,
  localTimes: readonly string[],
): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
  const lines = localTimes.map((local) => {
    const shown = format.format(new Date(`${local}:00.000Z`));
    return `- ${shown.replaceAll(/[\u00a0\u202f]/g, " ")}`;
  });
  const head = fillIn(words[news], { count: String(localTimes.length) });
  return [head, ...lines, "", words.firstAppointment].join("\n");
}
