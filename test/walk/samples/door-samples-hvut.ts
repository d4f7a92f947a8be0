import { createHmac } from "node:crypto";
import { newId } from "../../../src/ids.ts";
import type { Answer, TestApp } from "../../support/app.ts";
import { keepPrivate } from "../../support/private-numbers.ts";
import type { Sample } from "./door-samples.ts";

type Headers = Record<string, string>;

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);
/** Longer than any id, and short enough for a path. */
const overlong = "x".repeat(80);

export const sampleFiler = {
  businessName: "Sample Haulage LLC",
  address: { line1: "1 Main Street", city: "Reno", state: "NV", postalCode: "89501" },
  phone: "+1 555 0100",
  signatory: { name: "Sal Sample", title: "Owner" },
};

let made = 0;

const prefixes = ["12", "20", "26", "27", "45", "46", "47", "81"];

/** An EIN that is unused for some thousand calls; its masked form is always the same. */
export function nextEin(): string {
  made += 1;
  const prefix = prefixes[Math.floor(made / 1000) % prefixes.length]!;
  return keepPrivate(`${prefix}${String(made % 1000).padStart(3, "0")}6780`);
}

function callHvut(
  app: TestApp,
  method: string,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Answer> {
  return app.send(method, path, { "x-app-id": "hvut", ...headers }, body);
}

async function newFiler(app: TestApp, headers: Headers): Promise<{ filerId: string; entryUrl: string }> {
  const { body } = await callHvut(app, "POST", "/filers", headers, sampleFiler);
  return { filerId: body.id as string, entryUrl: body.entryUrl as string };
}

const newFilerId = async (app: TestApp, headers: Headers) => ({
  filerId: (await newFiler(app, headers)).filerId,
});

async function newVehicle(app: TestApp, headers: Headers): Promise<{ vehicleId: string }> {
  const { filerId } = await newFiler(app, headers);
  const wanted = { vin: "3AKJHHDR9JSJV5535", category: "V" };
  const { body } = await callHvut(app, "POST", `/filers/${filerId}/vehicles`, headers, wanted);
  return { vehicleId: body.id as string };
}

/** A truck that was sold in January, for which another filer paid a year of tax. */
async function newClaimInput(app: TestApp, headers: Headers) {
  const { filerId } = await newFiler(app, headers);
  const vin = "3AKJHHDR9JSJV5535";
  const { body } = await callHvut(app, "POST", `/filers/${filerId}/vehicles`, headers, {
    vin,
    category: "V",
  });
  const sold = { kind: "sold", date: "2026-01-15" };
  await callHvut(app, "POST", `/vehicles/${body.id}/disposal`, headers, sold);
  const paidElsewhere = { taxPaid: 550, firstUseMonth: "2025-07" };
  return { filerId, items: [{ vin, ...sold, credit: 100, paidElsewhere }] };
}

const calculations: Record<string, Sample> = {
  ValidateVin: {
    input: fixed({ vin: "1M8GDM9AXKP04278O" }),
    bad: { input: { vin: overlong }, paths: ["vin"] },
  },
  DecodeVin: {
    input: fixed({ vin: "3AKJHHDR9JSJV5535" }),
    bad: { input: { vin: overlong }, paths: ["vin"] },
  },
  DetermineWeightCategory: {
    input: fixed({ unloadedWeight: 20_000, trailerWeights: [12_000], maxLoad: 46_000 }),
    bad: { input: { unloadedWeight: 0 }, paths: ["unloadedWeight"] },
  },
  Estimate2290Tax: {
    input: fixed({ period: 2026, vehicles: [{ category: "V", firstUseMonth: "2026-08", logging: true }] }),
    bad: {
      input: { period: 1, vehicles: [{ category: "W", firstUseMonth: "2026-13" }] },
      paths: ["period", "vehicles.0.category", "vehicles.0.firstUseMonth"],
    },
  },
  GetDueDate: {
    input: fixed({ firstUseMonth: "2026-08" }),
    bad: { input: { firstUseMonth: "2026-00" }, paths: ["firstUseMonth"] },
  },
  CalculateVehicleCredit: {
    input: fixed({
      vin: "3AKJHHDR9JSJV5535",
      taxPaid: 550,
      firstUseMonth: "2025-07",
      disposalMonth: "2025-12",
    }),
    bad: {
      input: { vin: overlong, taxPaid: 0, firstUseMonth: "x" },
      paths: ["vin", "taxPaid", "firstUseMonth"],
    },
  },
  EstimatePenalty: {
    input: fixed({ taxDue: 550, dueDate: "2026-08-31", filedOn: "2026-11-10", paidOn: "2026-11-10" }),
    bad: {
      input: { taxDue: 0, dueDate: "2026-08-31", filedOn: "2026-11-10", paidOn: "2026-11-10" },
      paths: ["taxDue"],
    },
  },
  Get2290TaxTables: { input: fixed({ period: 2026 }), bad: { input: { period: 1 }, paths: ["period"] } },
};

const filers: Record<string, Sample> = {
  CreateFiler: {
    input: fixed(sampleFiler),
    bad: {
      input: { ...sampleFiler, businessName: " ", phone: "x", signatory: { name: "A", title: " " } },
      paths: ["businessName", "phone", "signatory.title"],
    },
  },
  GetFiler: {
    input: newFilerId,
    bad: { input: { filerId: overlong }, paths: ["filerId"] },
    foreign: "NOT_FOUND",
  },
  ListFilers: { input: fixed({ query: "sample" }), bad: { input: { limit: 0 }, paths: ["limit"] } },
  UpdateFiler: {
    input: async (app, headers) => ({ ...(await newFilerId(app, headers)), phone: "+1 555 0199" }),
    bad: { input: { filerId: "flr_none", phone: "x" }, paths: ["phone"] },
    foreign: "NOT_FOUND",
  },
  ArchiveFiler: {
    input: newFilerId,
    bad: { input: { filerId: overlong }, paths: ["filerId"] },
    foreign: "NOT_FOUND",
  },
  RenewFilerEntryLink: {
    input: newFilerId,
    bad: { input: { filerId: overlong }, paths: ["filerId"] },
    foreign: "NOT_FOUND",
  },
  SetFilerNumbers: {
    input: async (app, headers) => ({ ...(await newFilerId(app, headers)), ein: nextEin(), pin: "48213" }),
    bad: { input: { filerId: "flr_none", ein: overlong, pin: overlong }, paths: ["ein", "pin"] },
    foreign: "NOT_FOUND",
  },
  EnterFilerNumbers: {
    input: async (app, headers) => {
      const { entryUrl } = await newFiler(app, headers);
      return { token: entryUrl.split("/").at(-1), ein: nextEin(), pin: "48213" };
    },
    bad: { input: { token: "x", ein: overlong, pin: overlong }, paths: ["ein", "pin"] },
  },
  FilerNumbersPage: {
    input: async (app, headers) => ({ token: (await newFiler(app, headers)).entryUrl.split("/").at(-1) }),
    bad: { input: { token: overlong }, paths: ["token"] },
  },
  ValidateEin: {
    input: newFilerId,
    bad: { input: { filerId: overlong }, paths: ["filerId"] },
    foreign: "NOT_FOUND",
  },
};

const vehicleSamples: Record<string, Sample> = {
  AddVehicle: {
    input: async (app, headers) => ({
      ...(await newFilerId(app, headers)),
      vin: "3AKJHHDR9JSJV5535",
      taxableGrossWeight: 80_000,
    }),
    bad: { input: { filerId: "flr_none", vin: overlong, category: "W" }, paths: ["vin", "category"] },
    foreign: "NOT_FOUND",
  },
  GetVehicle: {
    input: newVehicle,
    bad: { input: { vehicleId: overlong }, paths: ["vehicleId"] },
    foreign: "NOT_FOUND",
  },
  ListVehicles: {
    input: async (app, headers) => ({ ...(await newFilerId(app, headers)), period: 2026, filed: false }),
    bad: { input: { filerId: "flr_none", period: 1, limit: 0 }, paths: ["period", "limit"] },
    foreign: "NOT_FOUND",
  },
  UpdateVehicle: {
    input: async (app, headers) => ({ ...(await newVehicle(app, headers)), taxableGrossWeight: 60_000 }),
    bad: { input: { vehicleId: "veh_none", vin: overlong, category: "W" }, paths: ["vin", "category"] },
    foreign: "NOT_FOUND",
  },
  ImportVehicles: {
    input: async (app, headers) => ({
      ...(await newFilerId(app, headers)),
      csv: "Truck VIN,weight\n3AKJHHDR9JSJV5535,80000\n",
      mapping: { vin: "Truck VIN" },
    }),
    bad: {
      input: { filerId: overlong, csv: "", mapping: { vin: overlong + overlong } },
      paths: ["filerId", "mapping.vin"],
    },
    foreign: "NOT_FOUND",
  },
  RecordVehicleDisposal: {
    input: async (app, headers) => ({
      ...(await newVehicle(app, headers)),
      kind: "sold",
      date: "2026-01-15",
    }),
    bad: { input: { vehicleId: overlong, kind: "sold", date: "2026-01-15" }, paths: ["vehicleId"] },
    foreign: "NOT_FOUND",
  },
  RecordMileage: {
    input: async (app, headers) => ({
      ...(await newVehicle(app, headers)),
      period: 2025,
      miles: 4_600,
      asOf: "2026-01-15",
    }),
    bad: {
      input: { vehicleId: "veh_none", period: 1, miles: -1, asOf: "2026-01-15" },
      paths: ["period", "miles"],
    },
    foreign: "NOT_FOUND",
  },
  RemoveVehicle: {
    input: newVehicle,
    bad: { input: { vehicleId: overlong }, paths: ["vehicleId"] },
    foreign: "NOT_FOUND",
  },
};

/** A filer with its numbers, which no other call of this process has. */
async function newReadyFiler(app: TestApp, headers: Headers): Promise<{ filerId: string }> {
  const { filerId } = await newFilerId(app, headers);
  const numbers = { ein: nextEin(), pin: "48213" };
  await callHvut(app, "PUT", `/filers/${filerId}/numbers`, headers, numbers);
  return { filerId };
}

const truck = "3AKJHHDR9JSJV5535";

async function newDraft(app: TestApp, headers: Headers): Promise<{ filingId: string }> {
  const { filerId } = await newReadyFiler(app, headers);
  const head = { filerId, period: 2026, firstUseMonth: "2026-07" };
  const { body } = await callHvut(app, "POST", "/filings", headers, head);
  return { filingId: body.filingId as string };
}

async function newReadyReturn(app: TestApp, headers: Headers): Promise<{ filingId: string }> {
  const draft = await newDraft(app, headers);
  const changes = { vehicles: [{ vin: truck, category: "C" }], payment: { method: "eftps" } };
  await callHvut(app, "PATCH", `/filings/${draft.filingId}`, headers, changes);
  return draft;
}

async function newSentReturn(
  app: TestApp,
  headers: Headers,
  outcome: "accept" | "reject" | null,
  vehicle: Record<string, unknown> = {},
): Promise<{ filingId: string }> {
  const { filerId } = await newReadyFiler(app, headers);
  const vehicles = [{ vin: truck, category: "C", firstUseMonth: "2026-07", ...vehicle }];
  const asked = { filerId, period: 2026, vehicles, payment: { method: "eftps" }, agreeToJurat: true };
  const { body } = await callHvut(app, "POST", "/form-2290", headers, asked);
  const filingId = body.filingId as string;
  if (outcome === null) return { filingId };
  const answer = await fetch(`${app.sandboxUrl}/efile/submissions/process`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ reference: `${filingId}.1`, outcome }),
  });
  await answer.arrayBuffer();
  return { filingId };
}

/** The same copy at every door: its paper differs from any other's. */
const papers = new WeakMap<TestApp, Promise<{ filingId: string }>>();
function paper(app: TestApp, headers: Headers): Promise<{ filingId: string }> {
  const known = papers.get(app) ?? newSentReturn(app, headers, "accept");
  papers.set(app, known);
  return known;
}

const badFiling = { input: { filingId: overlong }, paths: ["filingId"] };
const ofFiling = (input: Sample["input"]): Sample => ({ input, bad: badFiling, foreign: "NOT_FOUND" });

const returns: Record<string, Sample> = {
  Create2290Draft: {
    input: async (app, headers) => ({
      ...(await newFilerId(app, headers)),
      period: 2026,
      firstUseMonth: "2026-07",
    }),
    bad: {
      input: { filerId: "flr_none", period: 1, firstUseMonth: "x" },
      paths: ["period", "firstUseMonth"],
    },
    foreign: "NOT_FOUND",
  },
  Update2290Draft: ofFiling(async (app, headers) => ({ ...(await newDraft(app, headers)), consent: true })),
  AddFilingVehicle: ofFiling(async (app, headers) => ({
    ...(await newDraft(app, headers)),
    vin: truck,
    category: "C",
  })),
  Discard2290Draft: ofFiling(newDraft),
  UpdateFilingVehicle: {
    input: async (app, headers) => ({ ...(await newReadyReturn(app, headers)), vin: truck, category: "D" }),
    bad: {
      input: { filingId: overlong, vin: overlong, category: "W" },
      paths: ["filingId", "vin", "category"],
    },
    foreign: "NOT_FOUND",
  },
  RemoveFilingVehicle: {
    input: async (app, headers) => ({ ...(await newReadyReturn(app, headers)), vin: truck }),
    bad: { input: { filingId: overlong, vin: overlong }, paths: ["filingId", "vin"] },
    foreign: "NOT_FOUND",
  },
  Validate2290: ofFiling(newDraft),
  SetIrsPaymentMethod: {
    input: async (app, headers) => ({ ...(await newDraft(app, headers)), method: "eftps" }),
    bad: { input: { filingId: "fil_none", method: "eftps", token: "123456789" }, paths: ["token"] },
    foreign: "NOT_FOUND",
  },
  RecordIrsPayment: {
    input: async (app, headers) => ({
      ...(await newSentReturn(app, headers, null)),
      amount: 122,
      date: "2026-01-15",
      reference: newId("eft"),
    }),
    bad: {
      input: { filingId: overlong, amount: 0, date: "2026-01-15", reference: " " },
      paths: ["filingId", "amount", "reference"],
    },
    foreign: "NOT_FOUND",
  },
  ListIrsPayments: {
    input: async (app, headers) => ({ ...(await newFilerId(app, headers)), period: 2026 }),
    bad: { input: { period: 1, limit: 0 }, paths: ["period", "limit"] },
    foreign: "NOT_FOUND",
  },
  Create8849Claim: {
    input: newClaimInput,
    bad: {
      input: { filerId: overlong, items: [{ vin: "x", kind: "lost", credit: 0 }] },
      paths: ["filerId", "items.0.kind", "items.0.credit"],
    },
    foreign: "NOT_FOUND",
  },
  Get8849Claim: {
    input: async (app, headers) => {
      const { body } = await callHvut(
        app,
        "POST",
        "/8849-claims",
        headers,
        await newClaimInput(app, headers),
      );
      return { claimId: body.id as string };
    },
    foreign: "NOT_FOUND",
  },
  List8849Claims: {
    input: newFilerId,
    bad: { input: { status: "filed" }, paths: ["status"] },
    foreign: "NOT_FOUND",
  },
  Sign2290: {
    input: async (app, headers) => ({
      ...(await newReadyReturn(app, headers)),
      signatoryName: "Sal Sample",
      agreeToJurat: true,
    }),
    bad: {
      input: { filingId: "fil_none", signatoryName: overlong, agreeToJurat: true },
      paths: ["signatoryName"],
    },
    foreign: "NOT_FOUND",
  },
  File2290: ofFiling(async (app, headers) => ({
    ...(await newReadyReturn(app, headers)),
    agreeToJurat: true,
  })),
  GetFiling: ofFiling(newReadyReturn),
  ListFilingDeadlines: {
    input: async (app, headers) => ({ ...(await newFilerId(app, headers)), within: 30 }),
    bad: { input: { filerId: overlong, within: 401 }, paths: ["filerId", "within"] },
  },
  ListFilings: { input: fixed({ period: 2026 }), bad: { input: { limit: 0 }, paths: ["limit"] } },
  GetFilingErrors: ofFiling((app, headers) => newSentReturn(app, headers, "reject")),
  ListFilingEvents: ofFiling(newDraft),
  ResubmitFiling: {
    input: async (app, headers) => ({
      ...(await newSentReturn(app, headers, "reject")),
      agreeToJurat: true,
    }),
    bad: { input: { filingId: overlong, agreeToJurat: true }, paths: ["filingId"] },
    foreign: "NOT_FOUND",
  },
};

const accepted =
  (vehicle: Record<string, unknown> = {}) =>
  (app: TestApp, headers: Headers) =>
    newSentReturn(app, headers, "accept", vehicle);

/** The newest return that has the vehicle is the one that is amended. */
async function amendable(app: TestApp, headers: Headers, suspended: string | null) {
  await accepted({ suspended })(app, headers);
  return { vin: truck, period: 2026, month: "2026-11" };
}

const amendmentSamples: Record<string, Sample> = {
  Preview2290: ofFiling(paper),
  GetSchedule1: ofFiling(paper),
  RenderSchedule1Pdf: ofFiling(paper),
  EmailSchedule1: {
    input: async (app, headers) => ({ ...(await paper(app, headers)), to: ["driver@haul.example"] }),
    bad: { input: { filingId: overlong, to: ["nobody"] }, paths: ["filingId", "to.0"] },
    foreign: "NOT_FOUND",
  },
  VerifySchedule1: {
    input: async (app, headers) => {
      const { filingId } = await paper(app, headers);
      const { body } = await callHvut(app, "GET", `/filings/${filingId}/schedule1`, headers);
      return { code: body.verificationCode as string };
    },
    bad: { input: { code: overlong }, paths: ["code"] },
  },
  AmendFiling: {
    input: async (app, headers) => ({
      ...(await accepted()(app, headers)),
      change: "weight_increase",
      details: { vin: truck, month: "2026-11", newWeight: 60_000 },
      agreeToJurat: true,
    }),
    bad: {
      input: { filingId: "fil_none", change: "weight_increase", details: { month: "x" }, agreeToJurat: true },
      paths: ["details.month"],
    },
    foreign: "NOT_FOUND",
  },
  ListAmendments: ofFiling(newDraft),
  ReportWeightIncrease: {
    input: async (app, headers) => ({ ...(await amendable(app, headers, null)), newWeight: 60_000 }),
    bad: {
      input: { vin: overlong, period: 1, month: "x", newWeight: 1 },
      paths: ["vin", "period", "month", "newWeight"],
    },
    foreign: "NOT_FOUND",
  },
  ReportMileageExceeded: {
    input: (app, headers) => amendable(app, headers, "low_mileage"),
    bad: { input: { vin: overlong, period: 1, month: "x" }, paths: ["vin", "period", "month"] },
    foreign: "NOT_FOUND",
  },
  CorrectVin: {
    input: async (app, headers) => ({
      ...(await accepted()(app, headers)),
      wrongVin: truck,
      rightVin: "1XKYD49X5EJ398245",
      reason: "mistyped",
    }),
    bad: {
      input: { filingId: "fil_none", wrongVin: overlong, rightVin: overlong, reason: " " },
      paths: ["wrongVin", "rightVin", "reason"],
    },
    foreign: "NOT_FOUND",
  },
  ReceiveFilingAck: {
    input: () => {
      const body = JSON.stringify({ id: "ack_sample", data: { reference: "fil_none.1" } });
      const at = Math.floor(Date.now() / 1000);
      const secret = "demo-efile-webhook-secret-not-for-production";
      const v1 = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
      return Promise.resolve({ body, signature: `t=${at},v1=${v1}` });
    },
  },
};

export const hvutSamples: Record<string, Sample> = {
  ...calculations,
  ...filers,
  ...vehicleSamples,
  ...returns,
  ...amendmentSamples,
};
