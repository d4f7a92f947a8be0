import { demoWebhookSecrets } from "../../src/config/demo-webhook-secrets.ts";
import type { ExampleRows } from "./example.types.ts";
import { signedWebhook } from "./signed-webhook.ts";

const [tractor, dump, spare] = ["3AKJHHDR9JSJV5535", "1XKYD49X5EJ398245", "1FUJGHDV8CLBP8834"] as const;
const draft = { filingId: "fil_demo_draft" };
const ready = { filingId: "fil_demo_ready" };
const filed = { filingId: "fil_demo_1" };

/** Heavy-vehicle use tax: filers, vehicles, returns, amendments. */
export const hvutExamples: ExampleRows = {
  ValidateVin: { input: { vin: tractor } },
  DecodeVin: { input: { vin: tractor } },
  DetermineWeightCategory: { input: { unloadedWeight: 20_000, trailerWeights: [12_000], maxLoad: 46_000 } },
  Estimate2290Tax: { input: { period: 2026, vehicles: [{ category: "V", firstUseMonth: "2026-08" }] } },
  GetDueDate: { input: { firstUseMonth: "2026-08" } },
  CalculateVehicleCredit: {
    input: { vin: tractor, taxPaid: 550, firstUseMonth: "2025-07", disposalMonth: "2025-12" },
  },
  EstimatePenalty: {
    input: { taxDue: 550, dueDate: "2026-08-31", filedOn: "2026-11-10", paidOn: "2026-11-10" },
  },
  Get2290TaxTables: { input: { period: 2026 } },
  CreateFiler: {
    input: {
      businessName: "Sierra Freight LLC",
      address: { line1: "8 Depot Road", city: "Reno", state: "NV", postalCode: "89502" },
      phone: "+1 775 555 0142",
      signatory: { name: "Ren Sierra", title: "Owner" },
    },
  },
  UpdateFiler: { input: { filerId: "flr_demo_1", phone: "+1 775 555 0199" } },
  ArchiveFiler: { input: { filerId: "flr_demo_new" } },
  RenewFilerEntryLink: { input: { filerId: "flr_demo_new" } },
  SetFilerNumbers: { input: { filerId: "flr_demo_new", ein: "27-4816780", pin: "48213" } },
  EnterFilerNumbers: { input: { token: "demo-new", ein: "27-4816780", pin: "48213" } },
  FilerNumbersPage: { input: { token: "demo-new" } },
  AddVehicle: { input: { filerId: "flr_demo_1", vin: spare, taxableGrossWeight: 80_000 } },
  UpdateVehicle: { input: { vehicleId: "veh_demo_2", taxableGrossWeight: 64_000 } },
  ImportVehicles: { input: { filerId: "flr_demo_1", csv: `vin,weight\n${spare},80000\n` } },
  RecordVehicleDisposal: { input: { vehicleId: "veh_demo_1", kind: "sold", date: "2026-09-15" } },
  RecordMileage: { input: { vehicleId: "veh_demo_1", period: 2025, miles: 4_600, asOf: "2026-01-15" } },
  RemoveVehicle: { input: { vehicleId: "veh_demo_unused" } },
  Create2290Draft: { input: { filerId: "flr_demo_1", period: 2026, firstUseMonth: "2026-09" } },
  Update2290Draft: { input: { ...draft, consent: true } },
  Discard2290Draft: { input: draft },
  AddFilingVehicle: { input: { ...draft, vin: dump, category: "C" } },
  UpdateFilingVehicle: { input: { ...ready, vin: dump, category: "D" } },
  RemoveFilingVehicle: { input: { ...ready, vin: dump } },
  Validate2290: { input: ready },
  SetIrsPaymentMethod: { input: { ...draft, method: "eftps" } },
  RecordIrsPayment: { input: { ...filed, amount: 44, date: "2026-01-15", reference: "27040012345679" } },
  Create8849Claim: {
    input: {
      filerId: "flr_demo_1",
      items: [
        {
          vin: spare,
          kind: "low_mileage",
          credit: 550,
          paidElsewhere: { taxPaid: 550, firstUseMonth: "2024-07" },
        },
      ],
    },
  },
  Get8849Claim: { input: { claimId: "clm_demo_1" } },
  List8849Claims: { input: { filerId: "flr_demo_2" } },
  ListIrsPayments: { input: { filerId: "flr_demo_1", period: 2026 } },
  Sign2290: { input: { ...ready, signatoryName: "Sal Stone", agreeToJurat: true } },
  File2290: { input: { ...ready, agreeToJurat: true } },
  ListFilingDeadlines: { input: { filerId: "flr_demo_1", within: 60 } },
  GetFilingErrors: { input: { filingId: "fil_demo_rejected" } },
  ReceiveFilingAck: signedWebhook(demoWebhookSecrets.efile, {
    id: "ack_demo_1",
    data: { reference: "fil_demo_1.1" },
  }),
  ResubmitFiling: { input: { filingId: "fil_demo_rejected", agreeToJurat: true } },
  EmailSchedule1: { input: { ...filed, to: ["driver@haul.example"] } },
  AmendFiling: {
    input: {
      ...filed,
      change: "weight_increase",
      details: { vin: tractor, month: "2026-11", newWeight: 60_000 },
      agreeToJurat: true,
    },
  },
  ReportWeightIncrease: { input: { vin: tractor, period: 2026, month: "2026-11", newWeight: 60_000 } },
  ReportMileageExceeded: { input: { vin: dump, period: 2026, month: "2026-11" } },
  CorrectVin: { input: { ...filed, wrongVin: tractor, rightVin: spare, reason: "Mistyped" } },
};
