import type { TestApp } from "./app.ts";
import { keepPrivate } from "./private-numbers.ts";

let made = 100;
const nextDigits = () => String((made += 1) % 1_000).padStart(3, "0");

/** An EIN that no other test uses, and that no output may contain; its last four digits are the same in all. */
export const newEin = (): string => {
  const middle = nextDigits();
  // 12-3456789 is everybody's placeholder, and refused as one.
  return middle === "345" ? newEin() : keepPrivate(`12${middle}6789`);
};

let serial = 23;
/** An SSN that no other test uses, and that no output may contain; its last four digits are the same in all. */
export const newSsn = () =>
  keepPrivate(
    `${100 + ((serial += 1) % 500)}${String(1 + (Math.floor(serial / 500) % 99)).padStart(2, "0")}6789`,
  );

export const usAddress = {
  line1: "1 Main St",
  city: "Springfield",
  state: "IL",
  postalCode: "62701",
  country: "US",
};

export function saveBusinessBody(overrides: Record<string, unknown> = {}) {
  return {
    businessName: "Sample LLC",
    ein: newEin(),
    address: usAddress,
    contactName: "Pat Sample",
    contactPhone: "+1 217 555 0100",
    contactEmail: "tax@sample.example",
    ...overrides,
  };
}

/** Calls a control of the tax-filing provider's stand-in. */
export async function atTaxFiling(
  app: TestApp,
  path: string,
  body: object = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.sandboxUrl}/taxfiling${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}

/** Sets faults of the stand-in; null clears them. */
export async function taxFaults(app: TestApp, faults: object | null): Promise<void> {
  const init = faults
    ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(faults) }
    : { method: "DELETE" };
  const response = await fetch(`${app.sandboxUrl}/control/taxfiling`, init);
  if (!response.ok) throw new Error(`control: ${response.status}`);
}

/** A saved business of the principal. */
export async function newTaxBusiness(app: TestApp, headers: Record<string, string>): Promise<string> {
  const answer = await app.post("/integrations/taxfiling/businesses", saveBusinessBody(), headers);
  return answer.body.business.businessId as string;
}

export function formBody(businessId: string, overrides: Record<string, unknown> = {}) {
  return {
    businessId,
    taxYear: 2025,
    recipient: { tinType: "SSN", tin: newSsn(), firstName: "Ray", lastName: "Recipient", address: usAddress },
    nonEmployeeCompensation: 1234.56,
    ...overrides,
  };
}
