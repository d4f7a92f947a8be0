import { decideDemoReturns } from "../../../subgraphs/gateway/demo.ts";
import { step, type ContentStep, type DemoContent } from "./content-step.ts";

const [tractor, dump, box] = ["3AKJHHDR9JSJV5535", "1XKYD49X5EJ398245", "1M8GDM9AXKP042788"] as const;

const filer = (name: string, businessName: string, ein: string | null): ContentStep[] => [
  step(
    name,
    "createFiler",
    {
      businessName,
      address: { line1: "1 Main Street", city: "Reno", state: "NV", postalCode: "89501" },
      phone: "+1 775 555 0100",
      signatory: { name: "Sal Stone", title: "Owner" },
    },
    0,
  ),
  ...(ein ? [step(name, "setFilerNumbers", { filerId: `flr_demo_${name}`, ein, pin: "48213" })] : []),
];
const filed = (name: string, filerId: string, vin: string, more: object = {}) =>
  step(name, "file2290", {
    filerId,
    period: 2026,
    vehicles: [{ vin, category: "C", firstUseMonth: "2026-07", ...more }],
    payment: { method: "eftps" },
    agreeToJurat: true,
  });

/** A carrier with its trucks, and returns in each state. */
export function hvutContent(ownerId: string): DemoContent {
  return {
    subgraph: "gateway",
    appId: "hvut",
    ownerId,
    lastRow: { table: "hvut_filings", id: "fil_demo_ready" },
    decide: (ctx) =>
      decideDemoReturns(ctx, [
        { filingId: "fil_demo_1", status: "accepted" },
        { filingId: "fil_demo_suspended", status: "accepted" },
        { filingId: "fil_demo_rejected", status: "rejected" },
      ]),
    steps: [...fleetSteps(), ...returnSteps(), ...paymentSteps()],
  };
}

/** Filers and their trucks. */
function fleetSteps(): ContentStep[] {
  return [
    ...filer("1", "Stone Haulage LLC", "20-4816780"),
    ...filer("2", "Ridge Line Carriers", "26-4816780"),
    ...filer("new", "Mesa Freight", null),
    step("1", "addVehicle", {
      filerId: "flr_demo_1",
      vin: tractor,
      taxableGrossWeight: 80_000,
      unitNumber: "T-1",
    }),
    step("2", "addVehicle", {
      filerId: "flr_demo_1",
      vin: dump,
      taxableGrossWeight: 62_000,
      unitNumber: "T-2",
    }),
    step("unused", "addVehicle", { filerId: "flr_demo_2", vin: box, taxableGrossWeight: 56_000 }),
  ];
}

/** Returns in each state. */
function returnSteps(): ContentStep[] {
  return [
    filed("1", "flr_demo_1", tractor),
    filed("suspended", "flr_demo_1", dump, { suspended: "low_mileage" }),
    filed("rejected", "flr_demo_2", tractor),
    step("draft", "create2290Draft", { filerId: "flr_demo_2", period: 2026, firstUseMonth: "2026-07" }),
    step("ready", "create2290Draft", { filerId: "flr_demo_2", period: 2026, firstUseMonth: "2026-08" }),
    step("ready", "update2290Draft", {
      filingId: "fil_demo_ready",
      vehicles: [{ vin: dump, category: "C" }],
      payment: { method: "eftps" },
    }),
  ];
}

/** A part of the tax that was paid, and a claim for tax of a truck that drove little. */
function paymentSteps(): ContentStep[] {
  const paid = { filingId: "fil_demo_1", amount: 100, date: "2026-01-14", reference: "27040012345678" };
  const paidElsewhere = { taxPaid: 550, firstUseMonth: "2024-07" };
  return [
    step("1", "recordIrsPayment", { ...paid, method: "eftps" }),
    step("1", "create8849Claim", {
      filerId: "flr_demo_2",
      items: [{ vin: box, kind: "low_mileage", credit: 550, paidElsewhere }],
    }),
  ];
}
