import { newId } from "../../../src/ids.ts";
import type { TestApp } from "../../support/app.ts";
import { call, newLocation } from "./door-samples-booking.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const foreign = "NOT_FOUND";
const anEmail = () => `${newId("smp")}@customer.example`;

async function newCustomer(app: TestApp, headers: Headers) {
  const customer = { name: "Ana Alva", email: anEmail() };
  return { customerId: (await call(app, "POST", "/booking-customers", headers, customer)).id as string };
}

/** Locations and customers. */
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
