import { inApp } from "../base/app-access.ts";

/** Who may do something in the booking app. */
export const inBooking = inApp("event-manager");
