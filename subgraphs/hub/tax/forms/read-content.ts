import { parseDecimal, toMinor } from "../../../../src/money.ts";
import type { AskedContent, AskedState, Delivery, Faults, FormContent, StateShare } from "./form-content.ts";
import { parachutesSince, tipsSince } from "./form-years.ts";
import { isPostalState, taxesIncome } from "./us-states.ts";

/** 99,999,999.99 dollars. */
const maxCents = 9_999_999_999;

/**
 * Validates a form's content for this year, in cents, with its defaults; every broken rule is added to `faults`. After
 * a fault the result must not be used.
 */
export function readContent(asked: AskedContent, taxYear: number, faults: Faults): FormContent {
  const cents = (path: string, amount: number | null | undefined) => readCents(path, amount, faults);
  const content: FormContent = {
    nonEmployeeCompensation: cents("nonEmployeeCompensation", asked.nonEmployeeCompensation) ?? 0,
    cashTips: cents("cashTips", asked.cashTips),
    tippedOccupationCode: asked.tippedOccupationCode ?? null,
    overtimeCompensation: cents("overtimeCompensation", asked.overtimeCompensation),
    directSales: asked.directSales ?? false,
    excessGoldenParachutePayments: cents(
      "excessGoldenParachutePayments",
      asked.excessGoldenParachutePayments,
    ),
    federalTaxWithheld: cents("federalTaxWithheld", asked.federalTaxWithheld) ?? 0,
    states: readStates(asked.states ?? [], faults),
    accountNumber: asked.accountNumber?.trim() || null,
    secondTinNotice: asked.secondTinNotice ?? false,
    delivery: readDelivery(asked.delivery, faults),
  };
  checkAmounts(content, faults);
  checkYear(asked, taxYear, faults);
  checkTips(content, faults);
  checkStates(content, faults);
  return content;
}

function readCents(path: string, amount: number | null | undefined, faults: Faults): number | null {
  if (amount === undefined || amount === null) return null;
  if (!Number.isFinite(amount) || amount < 0 || amount * 100 > maxCents + 1) {
    faults.add(path, "must be from 0 to 99,999,999.99", "range");
    return null;
  }
  if (parseDecimal(amount).scale > 2) {
    faults.add(path, "must have at most 2 decimals", "decimals");
    return null;
  }
  const cents = toMinor(amount, 2);
  if (cents <= maxCents) return cents;
  faults.add(path, "must be from 0 to 99,999,999.99", "range");
  return null;
}

function checkAmounts(content: FormContent, faults: Faults): void {
  const whole = content.nonEmployeeCompensation;
  if (faults.list.some(({ path }) => path === "nonEmployeeCompensation")) return;
  if (whole <= 0) return faults.add("nonEmployeeCompensation", "must be more than 0", "minimum");
  for (const name of ["cashTips", "overtimeCompensation", "federalTaxWithheld"] as const) {
    if ((content[name] ?? 0) > whole)
      faults.add(name, "must not be more than nonEmployeeCompensation", "part");
  }
}

function checkYear(asked: AskedContent, taxYear: number, faults: Faults): void {
  for (const name of ["cashTips", "tippedOccupationCode", "overtimeCompensation"] as const) {
    const isGiven = asked[name] !== undefined && asked[name] !== null;
    if (isGiven && taxYear < tipsSince)
      faults.add(name, `is only on the form from tax year ${tipsSince}`, "tax_year");
  }
  const { excessGoldenParachutePayments: parachutes } = asked;
  if (parachutes !== undefined && parachutes !== null && taxYear < parachutesSince)
    faults.add(
      "excessGoldenParachutePayments",
      `is only on the form from tax year ${parachutesSince}`,
      "tax_year",
    );
}

/** Treasury's list of tipped occupations has codes of three digits. */
function checkTips({ cashTips, tippedOccupationCode }: FormContent, faults: Faults): void {
  if (tippedOccupationCode !== null && !/^\d{3}$/.test(tippedOccupationCode))
    return faults.add("tippedOccupationCode", "must be a code of three digits", "pattern");
  if ((cashTips ?? 0) > 0 && tippedOccupationCode === null)
    faults.add("tippedOccupationCode", "is required with cashTips", "required");
}

function readStates(asked: readonly AskedState[], faults: Faults): StateShare[] {
  if (asked.length > 2) faults.add("states", "must have at most 2 states", "maxItems");
  return asked.map(({ state, payerStateNo, stateIncome, stateTaxWithheld }, index) => ({
    state: state.trim().toUpperCase(),
    payerStateNo: payerStateNo?.trim() || null,
    stateIncome: readCents(`states.${index}.stateIncome`, stateIncome, faults) ?? 0,
    stateTaxWithheld: readCents(`states.${index}.stateTaxWithheld`, stateTaxWithheld, faults) ?? 0,
  }));
}

function checkStates({ states, delivery }: FormContent, faults: Faults): void {
  const seen = new Set<string>();
  states.forEach(({ state, stateIncome, stateTaxWithheld }, index) => {
    const path = `states.${index}`;
    if (!isPostalState(state))
      faults.add(`${path}.state`, "must be the two-letter code of a US state", "state");
    else if (!taxesIncome(state))
      faults.add(`${path}.state`, "has no income tax, so there is nothing to file", "no_income_tax");
    if (seen.has(state)) faults.add(`${path}.state`, "is listed twice", "unique");
    seen.add(state);
    if (stateTaxWithheld > stateIncome)
      faults.add(`${path}.stateTaxWithheld`, "must not be more than stateIncome", "part");
  });
  if (delivery.state && states.length === 0)
    faults.add("states", "must list at least one state for delivery.state", "required");
}

function readDelivery(asked: AskedContent["delivery"], faults: Faults): Delivery {
  const delivery = {
    federal: asked?.federal ?? true,
    state: asked?.state ?? false,
    postal: asked?.postal ?? false,
    online: asked?.online ?? false,
  };
  if (!delivery.federal && !delivery.state)
    faults.add("delivery", "must be federal, state or both", "required");
  return delivery;
}
