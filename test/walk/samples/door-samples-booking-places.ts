import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { call, newBooking, newLocation, newService, openService, soon } from "./door-samples-booking.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const foreign = "NOT_FOUND";
const anEmail = () => `${newId("smp")}@customer.example`;

async function newCustomer(app: TestApp, headers: Headers) {
  const customer = { name: "Ana Alva", email: anEmail() };
  return { customerId: (await call(app, "POST", "/booking-customers", headers, customer)).id as string };
}

async function newResource(app: TestApp, headers: Headers) {
  const resource = { name: "Sample", quantity: 2 };
  return { resourceId: (await call(app, "POST", "/resources", headers, resource)).id as string };
}

async function whoWaits(app: TestApp, headers: Headers) {
  const { serviceId, providerIds } = await openService(app, headers);
  const windows = [{ from: `${soon()}T00:00:00.000Z`, to: `${soon()}T20:00:00.000Z` }];
  return { serviceId, providerId: providerIds[0], clientEmail: "sample@client.example", windows };
}

async function newEntry(app: TestApp, headers: Headers) {
  const entry = await call(app, "POST", "/waitlist", headers, await whoWaits(app, headers));
  return { entryId: entry.id as string };
}

/** Locations, resources, customers and the waitlist. */
export const bookingPlaceSamples: Record<string, Sample> = {
  CreateLocation: {
    input: () => Promise.resolve({ name: "Sample", timezone: "UTC" }),
    bad: { input: { name: " ", address: " ", timezone: "UTC" }, paths: ["name", "address"] },
  },
  ListLocations: {
    input: () => Promise.resolve({ limit: 1 }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  UpdateLocation: {
    input: async (app, headers) => ({ ...(await newLocation(app, headers)), name: "Renamed" }),
    bad: { input: { locationId: "loc_x", name: " ", version: 0 }, paths: ["name", "version"] },
    foreign,
  },
  ArchiveLocation: { input: newLocation, foreign },
  CreateResource: {
    input: async (app, headers) => ({
      name: "Sample",
      ...(await newLocation(app, headers)),
      serviceIds: [(await newService(app, headers)).serviceId],
    }),
    bad: { input: { name: " ", quantity: 0 }, paths: ["name", "quantity"] },
    foreign,
  },
  ListResources: {
    input: () => Promise.resolve({ limit: 1, locationId: "loc_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  UpdateResource: {
    input: async (app, headers) => ({ ...(await newResource(app, headers)), quantity: 3 }),
    bad: { input: { resourceId: "rsc_x", name: " ", quantity: 0 }, paths: ["name", "quantity"] },
    foreign,
  },
  ArchiveResource: { input: newResource, foreign },
  JoinWaitlist: {
    input: whoWaits,
    bad: {
      input: { serviceId: "svc_x", clientEmail: "nobody", windows: [] },
      paths: ["clientEmail", "windows"],
    },
    foreign,
  },
  ListWaitlist: {
    input: () => Promise.resolve({ limit: 1, serviceId: "svc_x" }),
    bad: { input: { limit: 0 }, paths: ["limit"] },
  },
  OfferWaitlistSlot: {
    input: async (app, headers) => ({
      ...(await newEntry(app, headers)),
      start: `${soon()}T12:00:00.000Z`,
      ttlMinutes: 60,
    }),
    bad: {
      input: { entryId: "wle_x", start: "2031-01-01T12:00:00.000Z", ttlMinutes: 4 },
      paths: ["ttlMinutes"],
    },
    foreign,
  },
  BulkRescheduleBookings: {
    input: async (app, headers) => {
      const { bookingId } = await newBooking(app, headers);
      const { providerId } = await call(app, "GET", `/bookings/${bookingId}`, headers);
      const day = { from: `${soon()}T00:00:00.000Z`, to: `${soon()}T20:00:00.000Z` };
      return { providerId, ...day, strategy: "shift", shiftDays: 1 };
    },
    bad: {
      input: {
        providerId: "prv_x",
        from: "2031-01-01T00:00:00.000Z",
        to: "2031-01-02T00:00:00.000Z",
        strategy: "shift",
        shiftDays: 0,
      },
      paths: ["shiftDays"],
    },
    foreign,
  },
  LeaveWaitlist: { input: newEntry, foreign },
  CreateBookingCustomer: {
    input: () => Promise.resolve({ name: "Ana Alva", email: anEmail() }),
    bad: { input: { name: " ", email: "nobody" }, paths: ["name", "email"] },
  },
  GetBookingCustomer: {
    input: newCustomer,
    bad: { input: { customerId: "x".repeat(65) }, paths: ["customerId"] },
    foreign,
  },
  ListBookingCustomers: {
    input: () => Promise.resolve({ limit: 1, query: "no such customer" }),
    bad: { input: { limit: 0, minNoShows: 0 }, paths: ["limit", "minNoShows"] },
  },
  UpdateBookingCustomer: {
    input: async (app, headers) => ({ ...(await newCustomer(app, headers)), name: "Ana Lopez" }),
    bad: { input: { customerId: "bcu_x", name: " ", email: "nobody" }, paths: ["name", "email"] },
    foreign,
  },
  SetBookingCustomerBlock: {
    input: async (app, headers) => ({ ...(await newCustomer(app, headers)), blocked: true }),
    bad: {
      input: { customerId: "bcu_x", blocked: true, reason: "x".repeat(501) },
      paths: ["reason"],
    },
    foreign,
  },
};
