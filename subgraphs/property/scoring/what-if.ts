import type { FieldFault } from "../../../src/errors.ts";
import { COMPLIANCE_STATUSES, type ScoreInput } from "../properties/property.types.ts";

/** Inputs of a score that a what-if request may change. */
type ChangedField =
  | "sourceEui"
  | "ghgIntensity"
  | "waterIntensity"
  | "energyStarScore"
  | "yearBuilt"
  | "metricsYear"
  | "complianceStatus"
  | "yearsCovered"
  | "yearsSubmitted";

type ChangeValue = string | number | null;

/** One parsed change. */
export interface AppliedChange {
  readonly field: string;
  readonly from: ChangeValue;
  readonly to: ChangeValue;
}

interface NumberField {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
  /** Whether a relative change such as "-20%" is allowed. */
  readonly isRelative?: boolean;
  /** Whether the value may be set to null. */
  readonly isNullable: boolean;
}

/** Ranges in the units of `ScoreInput`. A source EUI above 7,000 fails the published checks of any building. */
const NUMBERS: Readonly<Record<Exclude<ChangedField, "complianceStatus">, NumberField>> = {
  sourceEui: { min: 0.01, max: 7000, isRelative: true, isNullable: true },
  ghgIntensity: { min: 0, max: 1000, isRelative: true, isNullable: true },
  waterIntensity: { min: 0.5, max: 500, isRelative: true, isNullable: true },
  energyStarScore: { min: 1, max: 100, isRelative: true, isNullable: true },
  yearBuilt: { min: 1800, max: 2100, isWhole: true, isNullable: true },
  metricsYear: { min: 2000, max: 2100, isWhole: true, isNullable: false },
  yearsCovered: { min: 0, max: 3, isWhole: true, isNullable: false },
  yearsSubmitted: { min: 0, max: 3, isWhole: true, isNullable: false },
};

export const CHANGEABLE: readonly string[] = [...Object.keys(NUMBERS), "complianceStatus"];

const RELATIVE = /^([+-]\d{1,4}(?:\.\d{1,4})?)%$/;

export interface ChangedRecord {
  readonly record: ScoreInput;
  readonly changes: readonly AppliedChange[];
  /** Every fault of the changes; when there is one, the record must not be used. */
  readonly faults: readonly FieldFault[];
}

/**
 * A record with changes applied: `{ sourceEui: "-20%", energyStarScore: 80, waterIntensity: null }`, where null removes
 * a value. Relative changes refer to the published value. A new figure for a building without metrics gets the year
 * `asOfYear`, and the published plausibility checks stay. Pure.
 */
export function applyChanges(
  before: ScoreInput,
  wanted: Readonly<Record<string, unknown>>,
  asOfYear: number,
): ChangedRecord {
  const faults: FieldFault[] = [];
  const changes: AppliedChange[] = [];
  const record: ScoreInput = { ...before };
  for (const [field, value] of Object.entries(wanted)) {
    const from = CHANGEABLE.includes(field) ? (before[field as ChangedField] ?? null) : null;
    const read = readChange(field, from, value);
    if (typeof read === "object" && read !== null) faults.push(read);
    else {
      Object.assign(record, { [field]: read });
      changes.push({ field, from, to: read });
    }
  }
  if (changes.length === 0 && faults.length === 0)
    faults.push(faultAt("", `must contain at least one of ${CHANGEABLE.join(", ")}`, "minProperties"));
  if (record.yearsSubmitted > record.yearsCovered)
    faults.push(faultAt("yearsSubmitted", "must be at most yearsCovered", "maximum"));
  return { record: withYears(record, asOfYear), changes, faults };
}

/** The value after a change, or its fault. */
function readChange(field: string, from: ChangeValue, value: unknown): ChangeValue | FieldFault {
  if (field === "complianceStatus") {
    const isStatus = (COMPLIANCE_STATUSES as readonly unknown[]).includes(value);
    if (isStatus || value === null) return value as ChangeValue;
    return faultAt(field, `must be one of ${COMPLIANCE_STATUSES.join(", ")}`, "enum");
  }
  if (!Object.hasOwn(NUMBERS, field)) {
    return faultAt(field, `cannot be changed. Changeable fields: ${CHANGEABLE.join(", ")}`, "unknown");
  }
  const rule = NUMBERS[field as keyof typeof NUMBERS];
  if (value === null && rule.isNullable) return null;
  if (typeof value === "string" && rule.isRelative) return readRelative(field, from, value, rule);
  if (typeof value === "number") return faultOfNumber(field, value, rule) ?? value;
  return faultAt(
    field,
    rule.isRelative ? 'must be a number or a relative change such as "-20%"' : "must be a number",
    "type",
  );
}

function readRelative(
  field: string,
  from: ChangeValue,
  text: string,
  rule: NumberField,
): ChangeValue | FieldFault {
  const percent = RELATIVE.exec(text)?.[1];
  if (percent === undefined)
    return faultAt(field, 'must be a number or a relative change such as "-20%"', "format");
  if (typeof from !== "number")
    return faultAt(
      field,
      "has no published value, so a relative change is not possible: give a number",
      "unknown",
    );
  const changed = from * (1 + Number(percent) / 100);
  return faultOfNumber(field, changed, rule) ?? changed;
}

function faultOfNumber(field: string, value: number, { min, max, isWhole }: NumberField): FieldFault | null {
  if (!Number.isFinite(value)) return faultAt(field, "must be a number", "type");
  if (isWhole && !Number.isInteger(value)) return faultAt(field, "must be a whole number", "type");
  if (value < min) return faultAt(field, `must be at least ${min}`, "minimum");
  return value > max ? faultAt(field, `must be at most ${max}`, "maximum") : null;
}

function faultAt(field: string, message: string, rule: string): FieldFault {
  return { path: field === "" ? "changes" : `changes.${field}`, message, rule };
}

/** The method ignores a figure without a year. */
function withYears(record: ScoreInput, asOfYear: number): ScoreInput {
  const hasMetrics =
    record.sourceEui !== null || record.ghgIntensity !== null || record.energyStarScore !== null;
  return {
    ...record,
    metricsYear: record.metricsYear ?? (hasMetrics ? asOfYear : null),
    waterYear: record.waterYear ?? (record.waterIntensity === null ? null : asOfYear),
    complianceYear: record.complianceYear ?? (record.complianceStatus === null ? null : asOfYear),
  };
}
