import { escapeHtml } from "../../../src/text/html.ts";
import type { BookingText } from "./booking-text.ts";

export interface Day {
  date: string;
  slotCount: number;
}

export interface Slot {
  start: string;
  end: string;
  date: string;
  time: string;
}

const dayMs = 86_400_000;
const shownDays = 31;

/** Days with free times, and what has been chosen of them. */
export interface TimeChoices {
  days: readonly Day[];
  from: string;
  date: string | null;
  slots: readonly Slot[];
}

interface Form {
  /** Path of the page that shows the next step. */
  path: string;
  /** What has been chosen so far; sent again with each choice. */
  chosen: Readonly<Record<string, string>>;
}

/** Days as buttons of a form, with earlier and later ones. Works without scripts. */
export function dayChoices(
  { days, from, date }: TimeChoices,
  text: BookingText,
  { path, chosen }: Form,
): string {
  const shift = (by: number) => new Date(Date.parse(from) + by * dayMs).toISOString().slice(0, 10);
  const items = days.map((day) => {
    const current = day.date === date ? ' aria-current="date"' : "";
    return `<li><button name="date" value="${escapeHtml(day.date)}"${current}>${text.weekday(day.date)}</button></li>`;
  });
  const list =
    items.length === 0
      ? `<p>${text.say("noDays", { day: from })}</p>`
      : `<ul class="choices days">${items.join("\n")}</ul>`;
  const others = [
    `<a href="${linkTo(path, chosen)}">${text.say("today")}</a>`,
    `<a href="${linkTo(path, { ...chosen, from: shift(-shownDays) })}">${text.say("earlier")}</a>`,
    `<a href="${linkTo(path, { ...chosen, from: shift(shownDays) })}">${text.say("later")}</a>`,
  ];
  return `<h2>${text.say("chooseDay")}</h2>
<form method="get" action="${path}">${hidden({ ...chosen, from })}
${list}</form>
<ul class="choices">${others.map((link) => `<li>${link}</li>`).join("")}</ul>`;
}

/** Hidden fields of a form. */
export function hidden(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
}

/** A link with a query. */
export function linkTo(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${escapeHtml(new URLSearchParams(query).toString())}`;
}
