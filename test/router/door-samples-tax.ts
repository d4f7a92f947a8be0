import { newEin, saveBusinessBody } from "../support/tax.ts";
import type { TestApp } from "../support/app.ts";
import type { Sample } from "./door-samples.ts";

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

async function newBusiness(app: TestApp, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const body = saveBusinessBody({ ein: newEin() });
  const answer = await app.post("/integrations/taxfiling/businesses", body, headers);
  return { ...body, businessId: answer.body.business.businessId as string };
}

export const taxSamples: Record<string, Sample> = {
  TaxFilingHealth: { input: fixed({}) },
  ListTaxBusinesses: { input: fixed({}) },
  SaveTaxBusiness: {
    input: newBusiness,
    bad: {
      input: { businessName: " ", ein: "", contactEmail: "nobody" },
      paths: ["businessName", "ein", "address", "contactName", "contactPhone", "contactEmail"],
    },
    foreign: "BUSINESS_NOT_FOUND",
  },
};
