import type { Form1099Row } from "../contractor-tables.ts";
import { dollars, type FormBox } from "./form-paper.ts";
import type { Form940 } from "./form-940.types.ts";
import type { FormW3 } from "./form-w3.types.ts";
import type { Form941 } from "./reports.types.ts";
import type { W2Boxes } from "./w2.rows.ts";

type Line = readonly [box: string, label: string, cents: number];

const printed = (lines: readonly Line[]): FormBox[] =>
  lines.map(([box, label, cents]) => ({ box, label, value: dollars(cents) }));

/** Boxes 1 to 20 of Form W-2. `stateIdOf`: the employer's number at a state. */
export function boxesOfW2(boxes: W2Boxes, stateIdOf: (state: string) => string | null): FormBox[] {
  const isInPlan = boxes.box12.some(({ code }) => code === "D");
  return [
    ...printed([
      ["1", "Wages, tips, other compensation", boxes.box1Cents],
      ["2", "Federal income tax withheld", boxes.box2Cents],
      ["3", "Social Security wages", boxes.box3Cents],
      ["4", "Social Security tax withheld", boxes.box4Cents],
      ["5", "Medicare wages and tips", boxes.box5Cents],
      ["6", "Medicare tax withheld", boxes.box6Cents],
      ...boxes.box12.map(({ code, amountCents }): Line => ["12", `Code ${code}`, amountCents]),
    ]),
    { box: "13", label: "Retirement plan", value: isInPlan ? "X" : "" },
    ...printed((boxes.box14 ?? []).map(({ label, amountCents }): Line => ["14", label, amountCents])),
    ...(boxes.states ?? []).flatMap((line): FormBox[] => [
      { box: "15", label: `State ${line.state}, employer's number`, value: stateIdOf(line.state) ?? "" },
      ...printed([
        ["16", `State wages, ${line.state}`, line.box16Cents],
        ["17", `State income tax, ${line.state}`, line.box17Cents],
        ["18", `Local wages, ${line.state}`, line.box18Cents ?? 0],
        ["19", `Local income tax, ${line.state}`, line.box19Cents],
      ]),
      { box: "20", label: "Locality name", value: line.locality ?? "" },
    ]),
  ];
}

/** Boxes of a correction beside those that were reported before; a box is known by its number and label. */
export function correctedBoxes(now: readonly FormBox[], before: readonly FormBox[]): FormBox[] {
  const key = ({ box, label }: FormBox) => `${box} ${label}`;
  const earlier = new Map(before.map((one) => [key(one), one.value]));
  const known = new Set(now.map(key));
  const gone = before
    .filter((one) => !known.has(key(one)))
    .map((one) => ({ ...one, before: one.value, value: "" }));
  return [...now.map((one) => ({ ...one, before: earlier.get(key(one)) ?? "" })), ...gone];
}

export function boxesOfW3(form: FormW3): FormBox[] {
  return [
    { box: "c", label: "Number of Forms W-2", value: String(form.statements) },
    ...printed([
      ["1", "Wages, tips, other compensation", form.box1Cents],
      ["2", "Federal income tax withheld", form.box2Cents],
      ["3", "Social Security wages", form.box3Cents],
      ["4", "Social Security tax withheld", form.box4Cents],
      ["5", "Medicare wages and tips", form.box5Cents],
      ["6", "Medicare tax withheld", form.box6Cents],
      ["12a", "Deferred compensation", form.box12aCents],
    ]),
    { box: "15", label: "States", value: form.states.join(", ") },
    ...printed([
      ["16", "State wages", form.box16Cents],
      ["17", "State income tax", form.box17Cents],
      ["18", "Local wages", form.box18Cents],
      ["19", "Local income tax", form.box19Cents],
    ]),
  ];
}

export function boxesOf940(form: Form940): FormBox[] {
  return [
    { box: "1", label: "States with taxable wages", value: form.states.join(", ") },
    ...printed([
      ["3", "Total payments to all employees", form.line3Cents],
      ["4", "Payments exempt from FUTA tax", form.line4Cents],
      ["5", "Payments above $7,000 to each employee", form.line5Cents],
      ["6", "Lines 4 and 5", form.line6Cents],
      ["7", "Taxable FUTA wages", form.line7Cents],
      ["8", "FUTA tax before adjustments", form.line8Cents],
      ["12", "FUTA tax after adjustments", form.line12Cents],
      ["13", "FUTA tax deposited", form.line13Cents],
      ["14", "Balance due", form.line14Cents],
      ["15", "Overpayment", form.line15Cents],
      ...form.line16Cents.map((cents, at): Line => [
        `16${"abcd"[at]!}`,
        `Liability of quarter ${at + 1}`,
        cents,
      ]),
      ["17", "Liability of the year", form.line17Cents],
    ]),
  ];
}

export function boxesOf941(form: Form941): FormBox[] {
  return [
    { box: "1", label: "Employees who were paid", value: String(form.line1) },
    ...printed([
      ["2", "Wages, tips, other compensation", form.line2Cents],
      ["3", "Federal income tax withheld", form.line3Cents],
      ["5a", "Taxable Social Security wages", form.line5aWagesCents],
      ["5a", "Social Security tax", form.line5aTaxCents],
      ["5c", "Taxable Medicare wages", form.line5cWagesCents],
      ["5c", "Medicare tax", form.line5cTaxCents],
      ["5d", "Wages subject to Additional Medicare tax", form.line5dWagesCents],
      ["5d", "Additional Medicare tax", form.line5dTaxCents],
      ["5e", "Total Social Security and Medicare taxes", form.line5eCents],
      ["6", "Total taxes before adjustments", form.line6Cents],
      ["7", "Adjustment for fractions of cents", form.line7Cents],
      ["10", "Total taxes after adjustments", form.line10Cents],
      ["12", "Total taxes after credits", form.line12Cents],
      ["13", "Total deposits", form.line13Cents],
      ["14", "Balance due", form.line14Cents],
      ["15", "Overpayment", form.line15Cents],
      ...form.line16Cents.map((cents, at): Line => ["16", `Liability of month ${at + 1}`, cents]),
      ...(form.scheduleB ?? []).map(({ date, amountCents }): Line => [
        "B",
        `Liability of ${date}`,
        amountCents,
      ]),
    ]),
  ];
}

export function boxesOf1099({
  box1Cents,
  box4Cents,
}: Pick<Form1099Row, "box1Cents" | "box4Cents">): FormBox[] {
  return printed([
    ["1", "Nonemployee compensation", box1Cents],
    ["4", "Federal income tax withheld", box4Cents],
  ]);
}
