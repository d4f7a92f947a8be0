import { expect, test } from "vitest";
import type { BookingEntity } from "../../../subgraphs/gateway/booking/bookings/booking.entity.ts";
import { appointmentsText } from "../../../subgraphs/gateway/booking/mail-words/appointments.ts";
import { mailText } from "../../../subgraphs/gateway/booking/mail-words/mail-text.ts";
import { german } from "../../../subgraphs/gateway/booking/mail-words/words-de.ts";
import { english } from "../../../subgraphs/gateway/booking/mail-words/words-en.ts";
import { spanish } from "../../../subgraphs/gateway/booking/mail-words/words-es.ts";
import { french } from "../../../subgraphs/gateway/booking/mail-words/words-fr.ts";
import { portuguese } from "../../../subgraphs/gateway/booking/mail-words/words-pt.ts";
import {
  composeNotification,
  type NotificationFacts,
} from "../../../subgraphs/gateway/booking/reminders/notification-text.ts";
import {
  ticketMail,
  type TicketMail,
  type TicketMailKind,
} from "../../../subgraphs/gateway/booking/ticketed-events/ticket-mail.ts";
import { refundMail } from "../../../subgraphs/gateway/booking/charges/refund-mail.ts";
import type { NotificationKind } from "../../../subgraphs/gateway/booking/reminders/reminders.types.ts";
import { composeOffer } from "../../../subgraphs/gateway/booking/waitlist/send-waitlist-mail.job.ts";

const at = new Date("2026-01-06T15:00:00.000Z");
const booking = {
  id: "bkg_1",
  serviceSnapshot: { name: "Cut & colour" },
  startsAt: at,
  endsAt: new Date("2026-01-06T16:00:00.000Z"),
  timezone: "America/New_York",
  partySize: 1,
  feeMinor: null,
  currency: "EUR",
  videoUrl: null,
  lapsesAt: null,
  icsSequence: 0,
  updatedAt: at,
} as BookingEntity;
const seller = {
  tradeName: "Corner Salon",
  legalName: null,
  email: "hello@salon.example",
  color: "#004488",
  logo: null,
};
const facts: NotificationFacts = { locale: "en-US", seller, sharedNotes: [], manageUrl: null, now: at };

const mailOf = (
  kind: NotificationKind,
  status: BookingEntity["status"],
  over: Partial<NotificationFacts> = {},
  fields: Partial<BookingEntity> = {},
) => composeNotification({ kind, message: null }, { ...booking, status, ...fields }, { ...facts, ...over });

test.each([
  ["confirmation", "pending", "Booking received"],
  ["confirmation", "confirmed", "Booking confirmed"],
  ["reminder", "confirmed", "Reminder"],
  ["change", "pending", "Booking changed"],
  ["change", "declined", "Booking declined"],
  ["change", "cancelled", "Booking cancelled"],
] as const)("the subject of a %s mail about a %s booking says what happened", (kind, status, words) => {
  expect(mailOf(kind, status).subject).toBe(
    `${words}: Cut & colour, Tuesday, January 6, 2026 at 10:00 AM (America/New_York)`,
  );
});

test.each([
  ["de-DE", "Buchung bestätigt: Cut & colour, Dienstag, 6. Januar 2026 um 10:00 (America/New_York)", german],
  ["fr-FR", "Réservation confirmée : Cut & colour, mardi 6 janvier 2026 à 10:00 (America/New_York)", french],
  [
    "es-ES",
    "Reserva confirmada: Cut & colour, martes, 6 de enero de 2026, 10:00 (America/New_York)",
    spanish,
  ],
  [
    "pt-PT",
    "Reserva confirmada: Cut & colour, terça-feira, 6 de janeiro de 2026 às 10:00 (America/New_York)",
    portuguese,
  ],
  ["it-IT", expect.stringMatching(/^Booking confirmed: /), english],
] as const)("a mail in %s is in that language throughout", (locale, subject, words) => {
  const manageUrl = "https://hub.example/my-booking/secret";
  const mail = mailOf("confirmation", "confirmed", { locale, manageUrl, sharedNotes: ["Hallo"] });
  expect(mail.subject).toEqual(subject);
  for (const text of [words.service, words.statusConfirmed, words.bookingId, words.notes, words.manage])
    expect(mail.text).toContain(text);
  expect(mail.html).toContain(`<html lang="${locale}">`);
  expect(mail.html).toContain(words.manageLink);
  expect(mail.text).toContain(manageUrl);
  expect(Object.keys(words)).toEqual(Object.keys(english));
  // Placeholders are the same in each language.
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [name, text] of Object.entries(words))
    expect(places(text), name).toEqual(places(english[name as keyof typeof english]));
});

test("a booking mail says what the customer can do next, escapes texts, and answers go to the business", () => {
  const mail = mailOf("confirmation", "confirmed");
  expect(mail.text).toMatch(/Booking ID: bkg_1\n\nTo change or cancel this booking, contact the business/);
  expect(mail.text).toMatch(/Corner Salon\n$/);
  expect(mail.html).toContain("Cut &amp; colour");
  expect(mail.html).not.toContain("Cut & colour");
  expect(mail.replyTo).toBe("hello@salon.example");
  const ended = mailOf("change", "cancelled", { manageUrl: "https://hub.example/x" }, { feeMinor: 1250 });
  expect(ended.text).toContain("You do not need to do anything.");
  expect(ended.text).toContain("Cancellation fee: €12.50");
  expect(ended.text).not.toContain("https://hub.example/x");
  const { text } = mailOf("reminder", "confirmed", { sharedNotes: ["Bring the contract."] });
  expect(text).toContain("Booking ID: bkg_1\n\nNotes:\n- Bring the contract.\n\n");
});

test("a booking mail has the calendar file, which cancels when the booking ends, and the link of the video call", () => {
  const video = { videoUrl: "https://meet.google.com/abc" };
  const [file] = mailOf("confirmation", "confirmed", {}, video).attachments;
  expect(file).toMatchObject({
    filename: "booking.ics",
    contentType: "text/calendar; charset=utf-8; method=PUBLISH",
  });
  expect(file!.content.toString()).toContain("UID:bkg_1@hub-platform");
  expect(file!.content.toString()).toContain("LOCATION:https://meet.google.com/abc");
  expect(mailOf("confirmation", "confirmed", {}, video).text).toContain(
    "Video call: https://meet.google.com/abc",
  );
  const off = mailOf("change", "cancelled", {}, video);
  expect(off.attachments[0]!.content.toString()).toContain("METHOD:CANCEL");
  expect(off.text).not.toContain("meet.google.com");
});

test("the mail of an offer says until when the slot is held, and how to take it", () => {
  const offer = {
    id: "hld_1",
    serviceName: "Massage",
    startsAt: "2026-01-06T09:00:00.000Z",
    timezone: "Europe/Berlin",
    expiresAt: "2026-01-05T07:00:00.000Z",
  };
  const inEnglish = composeOffer(offer, { locale: "en-GB", seller });
  expect(inEnglish.subject).toBe("Available: Massage, Tuesday, 6 January 2026 at 10:00 (Europe/Berlin)");
  expect(inEnglish.text).toContain(
    "Held until: Monday, 5 January 2026 at 08:00 (Europe/Berlin)\nOffer ID: hld_1\n\nTo take it, contact",
  );
  expect(composeOffer(offer, { locale: "fr", seller }).text).toContain("Réservé jusqu’au");
});

test("one mail lists the times of a series in the customer's language", () => {
  const times = ["2026-01-06T10:00", "2026-01-13T10:00"];
  expect(appointmentsText(mailText("de-AT"), "appointmentsChanged", times)).toBe(
    "2 Termine geändert:\n- Dienstag, 6. Jänner 2026 um 10:00\n- Dienstag, 13. Jänner 2026 um 10:00\n\nErster Termin:",
  );
});

test.each([
  ["en-US", "Your money goes back: Cut & colour", "€40.00 of your payment for “Cut & colour” is refunded."],
  ["fr-FR", "Remboursement : Cut & colour", "de votre paiement pour « Cut & colour » sont remboursés."],
  ["de-DE", "Ihr Geld kommt zurück: Cut & colour", "Ihrer Zahlung für „Cut & colour“ werden erstattet."],
  ["es-ES", "Su dinero se devuelve: Cut & colour", "de su pago por «Cut & colour»."],
  ["pt-PT", "Reembolso: Cut & colour", "do seu pagamento por «Cut & colour»."],
])("the mail of a refund in %s is from the business, as text and HTML", (locale, subject, said) => {
  const refund = { title: "Cut & colour", amount: 40, currency: "EUR", isLate: false, locale };
  const mail = refundMail(refund, seller);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(said);
  expect(mail.text).toMatch(/Corner Salon\n$/);
  expect(mail.html).toContain(`<html lang="${locale}">`);
  expect(mail.html).toContain("Cut &amp; colour");
  expect(mail.html).toContain("#004488");
  expect(mail.replyTo).toBe("hello@salon.example");
});

const guestMail = (locale: string) =>
  ({
    registration: {
      name: "Gus {title}",
      quantity: 2,
      priceCents: 4_000,
      reservedUntil: at.toISOString(),
      refundDueCents: 8_000,
    },
    event: {
      title: "Fair & more",
      startsAt: at.toISOString(),
      timezone: "America/New_York",
      cancelReason: "Storm",
      refundsDueCents: 8_000,
    },
    place: "Riverside, 4 Quay Street",
    tickets: [
      { code: "TKT-1", attendee: "Ana" },
      { code: "TKT-2", attendee: null },
    ],
    link: "https://hub.example/my-tickets/t",
    locale,
    seller,
  }) as unknown as TicketMail;
const ticketKinds: TicketMailKind[] = [
  "tickets",
  "transferred",
  "changed",
  "cancelled",
  "registration_cancelled",
  "offer",
];

test.each([
  ["en-US", "Your tickets for Fair & more", "Ticket 1 (Ana): TKT-1\nTicket 2: TKT-2", "$40.00"],
  ["fr-FR", "Vos billets pour Fair & more", "Billet 1 (Ana) : TKT-1\nBillet 2 : TKT-2", "40,00"],
  ["de-DE", "Ihre Tickets für Fair & more", "Ticket 1 (Ana): TKT-1\nTicket 2: TKT-2", "40,00"],
  ["es-ES", "Sus entradas para Fair & more", "Entrada 1 (Ana): TKT-1\nEntrada 2: TKT-2", "40,00"],
  ["pt-PT", "Os seus bilhetes para Fair & more", "Bilhete 1 (Ana): TKT-1\nBilhete 2: TKT-2", "40,00"],
])(
  "mails to guests of events in %s are from the business, whole in one language",
  (locale, subject, codes, refund) => {
    const mails = new Map(ticketKinds.map((kind) => [kind, ticketMail(kind, guestMail(locale))]));
    const tickets = mails.get("tickets")!;
    expect(tickets.subject).toBe(subject);
    expect(tickets.text).toContain(codes);
    expect(tickets.text).toContain("https://hub.example/my-tickets/t");
    expect(tickets.html).toContain("Fair &amp; more");
    expect(mails.get("cancelled")!.text).toContain(refund);
    expect(mails.get("changed")!.text).toContain("Riverside, 4 Quay Street");
    for (const { subject: own, text, html } of mails.values()) {
      // What a guest calls themselves is no place to fill in.
      expect(text).toContain("Gus {title}");
      expect(`${own} ${text}`.replaceAll("Gus {title}", "")).not.toMatch(/[{}]/);
      expect(text).toMatch(/Corner Salon\n$/);
      expect(html).toContain(`<html lang="${locale}">`);
    }
  },
);
