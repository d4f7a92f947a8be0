import { inApp } from "../base/app-access.ts";

/** Access rule for the booking app. */
export const inBooking = inApp("event-manager");
