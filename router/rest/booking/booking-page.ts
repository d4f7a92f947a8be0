import type { FastifyReply } from "fastify";
import type { PublicError } from "../../../src/errors.ts";
import { escapeHtml } from "../../../src/text/html.ts";
import { pathOf, sendBusinessHtml, type PageBusiness } from "../portal/portal-layout.ts";
import { bookingText, type BookingText } from "./booking-text.ts";
import { questionField, type Question } from "./question-field.ts";
import { sendRefusedBooking } from "./refused-booking.ts";
import { dayChoices, hidden, linkTo, type Slot, type TimeChoices } from "./time-choices.ts";

/** The page of an account on which visitors book, or the refusal of its address. */
export type BookingPage = OpenPage | { refusal: PublicError };

interface Service {
  id: string;
  name: string;
  durationMin: number;
  price: number;
  currency: string;
  capacity: number;
  depositPercent: number;
}

interface OpenPage extends Omit<TimeChoices, "from"> {
  slug: string;
  title: string;
  introduction: string | null;
  locale: string;
  business: PageBusiness;
  requiresEmailCode: boolean;
  frameOrigins: readonly string[];
  takesPayments: boolean;
  paymentMinutes: number;
  showsEvents: boolean;
  services: readonly Service[];
  service: Service | null;
  questions: readonly Question[];
  providers: readonly { id: string; name: string }[];
  providerId: string | null;
  timezone: string | null;
  from: string | null;
  slot: Slot | null;
}

/** Seats that a visitor may book at once. */
const maxSeats = 20;

interface Rendering {
  text: BookingText;
  path: string;
  /** True when the chosen time is not free any more. */
  isGone: boolean;
}

/** Sends the step that comes next: a service, a day, a time, the visitor's data. It has no scripts. */
export function sendBookingPage(reply: FastifyReply, page: BookingPage): FastifyReply {
  if ("refusal" in page) return sendRefusedBooking(reply, page.refusal, { isFramed: true });
  const text = bookingText(page.locale);
  const { introduction, service, slot, frameOrigins, business } = page;
  const { start } = reply.request.query as { start?: unknown };
  const rendering = { text, path: pathOf(reply), isGone: start !== undefined && slot === null };
  const title = escapeHtml(page.title);
  const step =
    service === null
      ? services(page, rendering)
      : slot
        ? visitor(page, service, slot, rendering)
        : times(page, service, rendering);
  const events =
    page.showsEvents && service === null
      ? `<p><a href="${rendering.path}/events">${text.say("events")}</a></p>`
      : "";
  const content = `<h1>${title}</h1>
${introduction === null ? "" : `<p>${escapeHtml(introduction)}</p>`}
${step}
${events}`;
  return sendBusinessHtml(reply, business, {
    locale: text.locale,
    title,
    content,
    hasForm: true,
    frameOrigins,
  });
}

function services({ services: all }: OpenPage, { text, path }: Rendering): string {
  if (all.length === 0) return `<p>${text.say("noServices")}</p>`;
  const items = all.map(
    (service) =>
      `<li><a href="${linkTo(path, { serviceId: service.id })}">${escapeHtml(service.name)}<br>${terms(service, text)}</a></li>`,
  );
  return `<h2>${text.say("chooseService")}</h2>\n<ul class="choices">${items.join("\n")}</ul>`;
}

function terms({ durationMin, price, currency }: Service, text: BookingText): string {
  const length = text.say("minutes", { count: String(durationMin) });
  return price === 0 ? length : `${length}, ${text.money(price, currency)}`;
}

function chosenOf({ providerId, timezone }: OpenPage, { id }: Service): Record<string, string> {
  return { serviceId: id, ...(providerId ? { providerId } : {}), timezone: timezone! };
}

function times(page: OpenPage, service: Service, rendering: Rendering): string {
  const { text, path, isGone } = rendering;
  const chosen = chosenOf(page, service);
  const form = { path, chosen };
  return `<h2>${escapeHtml(service.name)}</h2>
<p>${terms(service, text)} · <a href="${path}">${text.say("otherService")}</a></p>
${isGone ? `<p role="alert">${text.say("timeGone")}</p>` : ""}
${options(page, service, rendering)}
${dayChoices({ ...page, from: page.from! }, text, form)}
${page.date === null ? "" : slotChoices(page, page.date, rendering, chosen)}`;
}

function options(
  { providers, providerId, timezone }: OpenPage,
  { id }: Service,
  { text, path }: Rendering,
): string {
  const option = (value: string, label: string, isChosen: boolean) =>
    `<option${value === label ? "" : ` value="${escapeHtml(value)}"`}${isChosen ? " selected" : ""}>${escapeHtml(label)}</option>`;
  const people = [
    option("", text.words.anyProvider, providerId === null),
    ...providers.map((one) => option(one.id, one.name, one.id === providerId)),
  ];
  const known = Intl.supportedValuesOf("timeZone");
  const zones = [...new Set([timezone!, "UTC", ...known])].map((zone) =>
    option(zone, zone, zone === timezone),
  );
  return `<details><summary>${text.say("options")}: ${escapeHtml(timezone!)}</summary>
<form method="get" action="${path}">${hidden({ serviceId: id })}
${providers.length < 2 ? "" : `<label for="provider">${text.say("provider")}</label><select id="provider" name="providerId">${people.join("")}</select>`}
<label for="zone">${text.say("timezone")}</label><select id="zone" name="timezone">${zones.join("")}</select>
<button type="submit">${text.say("show")}</button></form></details>`;
}

function slotChoices(
  { slots, from }: OpenPage,
  date: string,
  { text, path }: Rendering,
  chosen: Record<string, string>,
): string {
  const items = slots.map(
    ({ start, time }) =>
      `<li><button name="start" value="${escapeHtml(start)}">${text.time(time)}</button></li>`,
  );
  const list =
    items.length === 0
      ? `<p>${text.say("noTimes")}</p>`
      : `<ul class="choices times">${items.join("\n")}</ul>`;
  return `<h2>${text.words.chooseTime.replace("{day}", text.day(date))}</h2>
<form method="get" action="${path}">${hidden({ ...chosen, from: from!, date })}
${list}</form>`;
}

function visitor(page: OpenPage, service: Service, slot: Slot, { text, path }: Rendering): string {
  const chosen = chosenOf(page, service);
  const when = text.words.chosen
    .replace("{service}", escapeHtml(service.name))
    .replace("{day}", text.day(slot.date))
    .replace("{time}", text.time(slot.time))
    .replace("{zone}", escapeHtml(page.timezone!));
  const back = linkTo(path, { ...chosen, date: slot.date });
  return `<h2>${text.say("yourData")}</h2>
<p>${when}<br>${terms(service, text)} · <a href="${back}">${text.say("otherTime")}</a></p>
<form method="post" action="${path}">${hidden({ ...chosen, start: slot.start })}
<label for="name">${text.say("name")}</label>
<input id="name" name="name" required maxlength="100" autocomplete="name">
<label for="email">${text.say("email")}</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email">
${service.capacity > 1 ? seatsField(service.capacity, text) : ""}
${page.questions.map((question, at) => questionField(question, `question-${at}`, { text, questions: page.questions })).join("\n")}
<label for="notes">${text.say("notes")}</label>
<textarea id="notes" name="notes" rows="3" maxlength="1000"></textarea>
${depositNote(page, service, text)}
${page.requiresEmailCode ? `<p>${text.say("codeNote")}</p>` : ""}
<button type="submit">${text.say(page.requiresEmailCode ? "sendCode" : "book")}</button></form>`;
}

/** What of the price is paid when: the exact amount follows from the seats. */
function depositNote(
  { takesPayments, paymentMinutes }: OpenPage,
  service: Service,
  text: BookingText,
): string {
  const { depositPercent, price, currency } = service;
  if (depositPercent === 0 || price === 0) return "";
  const share = `${depositPercent} %`;
  const amount = service.capacity > 1 ? share : text.money((price * depositPercent) / 100, currency);
  const name = takesPayments ? "depositNote" : "depositAsAgreed";
  return `<p>${text.say(name, { amount, count: String(paymentMinutes) })}</p>`;
}

function seatsField(capacity: number, text: BookingText): string {
  const most = Math.min(capacity, maxSeats);
  return `<label for="seats">${text.say("seats")}</label>
<input id="seats" name="partySize" type="number" inputmode="numeric" required min="1" max="${most}" step="1" value="1">`;
}
