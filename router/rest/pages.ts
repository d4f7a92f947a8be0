import type { FastifyReply } from "fastify";
import { publicError } from "../../src/errors.ts";
import type { PageKind } from "../operations/operation.ts";
import { addVary } from "../http/accepted.ts";
import { sendBookingPage, type BookingPage } from "./booking/booking-page.ts";
import { sendBookingResult, type BookingResultPage } from "./booking/booking-result.ts";
import { sendManagedBooking, type ManagedBookingPage } from "./booking/managed-booking.ts";
import { sendEventList, type EventListPage } from "./events/event-list.ts";
import { sendEventPage, type EventPage } from "./events/event-page.ts";
import { sendEventResult, type EventResultPage } from "./events/event-result.ts";
import { sendManagedTickets, type ManagedTicketsPage } from "./events/managed-tickets.ts";
import { sendInvitationPage, type InvitationPage } from "./invitation-page.ts";
import { sendNumbersPage, type NumbersPage } from "./numbers-page.ts";
import { sendClientPage, type ClientPage } from "./portal/client-page.ts";
import { sendQuotationPage, type QuotationPage } from "./portal/quotation-page.ts";
import { sendPaymentPage, type PaymentPage } from "./payment-page.ts";

/** True for a browser: it names HTML, and does not name JSON before it. */
export function wantsPage(accept: string | undefined): boolean {
  const kinds = (accept ?? "").split(",").map((range) => range.split(";")[0]!.trim().toLowerCase());
  const html = kinds.indexOf("text/html");
  const json = kinds.indexOf("application/json");
  return html >= 0 && (json < 0 || html < json);
}

/** Sends an answer as the page of its kind; the status is set before. */
export function sendPage(kind: PageKind, reply: FastifyReply, body: unknown): FastifyReply {
  switch (kind) {
    case "invoice-payment":
      return sendPaymentPage(reply, body as PaymentPage);
    case "quotation-portal":
      return sendQuotationPage(reply, body as QuotationPage);
    case "client-portal":
      return sendClientPage(reply, body as ClientPage);
    case "filer-numbers":
      return sendNumbersPage(reply, body as NumbersPage);
    case "account-invitation":
      return sendInvitationPage(reply, body as InvitationPage);
    case "booking-page":
      return sendBookingPage(reply, body as BookingPage);
    case "booking-result":
      return sendBookingResult(reply, body as BookingResultPage);
    case "managed-booking":
      return sendManagedBooking(reply, body as ManagedBookingPage);
    case "event-list":
      return sendEventList(reply, body as EventListPage);
    case "event-page":
      return sendEventPage(reply, body as EventPage);
    case "event-result":
      return sendEventResult(reply, body as EventResultPage);
    case "managed-tickets":
      return sendManagedTickets(reply, body as ManagedTicketsPage);
  }
}

/** Sends a refusal as a page where its kind has one; false when a page says nothing of refusals. */
export function sendRefusedPage(kind: PageKind, reply: FastifyReply, thrown: unknown): boolean {
  const error = publicError(thrown, reply.request.id);
  if (error.code === "INTERNAL_ERROR") return false;
  addVary(reply, "accept");
  sendPage(kind, reply.code(error.status), { refusal: error });
  return true;
}
