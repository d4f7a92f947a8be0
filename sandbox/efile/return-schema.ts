import { z } from "zod";

const cents = z.int().min(0).max(99_999_999_999);
const text = (max: number) => z.string().min(1).max(max);

/** A return in the stand-in's format. Amounts are cents. */
export const returnSchema = z.object({
  reference: text(100),
  kind: z.enum(["original", "weight_increase", "mileage_exceeded", "vin_correction"]),
  period: z.int().min(2000).max(2100),
  firstUseMonth: z.string().regex(/^\d{4}-\d\d$/),
  filer: z.object({
    name: text(75),
    ein: z.string().regex(/^\d{9}$/),
    address: z.object({
      line1: text(35),
      line2: z.string().max(35).nullable(),
      city: text(22),
      state: z.string().length(2),
      postalCode: text(10),
    }),
    phone: text(40),
    addressChanged: z.boolean(),
  }),
  signature: z.object({ name: text(35), title: text(35), pin: z.string().regex(/^\d{5}$/), at: text(40) }),
  vehicles: z
    .array(
      z.object({
        vin: text(17),
        category: z.string().regex(/^[A-W]$/),
        logging: z.boolean(),
        amountCents: cents,
        previousVin: z.string().nullable(),
      }),
    )
    .max(5_000),
  line2Cents: cents,
  line3Cents: cents,
  line5Cents: cents,
  balanceCents: cents,
  payment: z
    .object({
      method: z.enum(["direct_debit", "eftps", "card", "check"]),
      token: z.string().max(100).nullable(),
    })
    .nullable(),
  consent: z.boolean(),
});
export type SentReturn = z.output<typeof returnSchema>;

export interface ReturnFault {
  code: string;
  message: string;
}

/** Prefix of bank tokens that the stand-in's bank refuses. */
const badToken = "bt_invalid";

/** The stand-in's reasons for rejecting a return, by the rule names of the real schema. */
export function faultsOf(sent: SentReturn): ReturnFault[] {
  const { filer, signature, kind, vehicles, line2Cents, line3Cents, line5Cents, balanceCents, payment } =
    sent;
  const broken: [boolean, string, string][] = [
    [filer.ein === "999999999", "R0000-021", "The EIN must not be all nines."],
    // Never assigned to a business: simulates a name mismatch.
    [filer.ein.endsWith("0000000"), "R0000-500", "The EIN and the name control do not match."],
    [signature.pin === "00000", "R0000-031", "The PIN must not be zeros."],
    [line3Cents > 0 && kind !== "weight_increase", "F2290-003-01", "A weight increase is an amended return."],
    [line5Cents > line2Cents + line3Cents, "F2290-004-01", "Credits exceed the tax."],
    [
      new Set(vehicles.map(({ vin }) => vin)).size < vehicles.length,
      "F2290-017",
      "The return has a duplicate VIN.",
    ],
    [vehicles.length === 0, "F2290-027-01", "A return needs a vehicle."],
    [balanceCents > 0 && payment === null, "F2290-068", "A balance is due, and no payment is chosen."],
    [payment?.token?.startsWith(badToken) ?? false, "FPYMT-057", "The bank account is not known."],
  ];
  return broken.flatMap(([isBroken, code, message]) => (isBroken ? [{ code, message }] : []));
}
