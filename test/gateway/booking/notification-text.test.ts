import { expect, test } from "vitest";
import type { BookingEntity } from "../../../subgraphs/gateway/booking/bookings/booking.entity.ts";
import { textOfNotification } from "../../../subgraphs/gateway/booking/reminders/notification-text.ts";

const booking = {
  id: "bkg_1",
  serviceSnapshot: { name: "Haircut" },
  localStart: "2026-01-06T10:00",
  timezone: "America/New_York",
  partySize: 1,
} as BookingEntity;

const textOf = (kind: "confirmation" | "reminder" | "change", status: BookingEntity["status"]) =>
  textOfNotification({ kind, message: null }, { ...booking, status });

test.each([
  ["confirmation", "pending", "Booking received"],
  ["confirmation", "confirmed", "Booking confirmed"],
  ["reminder", "confirmed", "Reminder"],
  ["change", "pending", "Booking changed"],
  ["change", "declined", "Booking declined"],
  ["change", "cancelled", "Booking cancelled"],
] as const)("the subject of a %s mail about a %s booking says what happened", (kind, status, words) => {
  expect(textOf(kind, status).subject).toBe(`${words}: Haircut, 2026-01-06 at 10:00 (America/New_York)`);
});

test("a booking mail says what the customer can do next, with the booking ID", () => {
  expect(textOf("confirmation", "confirmed").text).toMatch(
    /Booking ID: bkg_1\n\nTo change or cancel this booking, contact the business/,
  );
  expect(textOf("change", "cancelled").text).toMatch(/You do not need to do anything\.\n$/);
});

test("a booking mail contains the shared notes", () => {
  const { text } = textOfNotification(
    { kind: "reminder", message: null },
    { ...booking, status: "confirmed" },
    ["Bring the contract."],
  );
  expect(text).toContain("Booking ID: bkg_1\n\nNotes:\n- Bring the contract.\n\n");
});
