import { z } from "zod";
import { bracketRates, filingStatuses } from "../taxes/withholding-tables.ts";

/** Figures as the publications print them: dollars, and rates as fractions, so `0.0495` is 4.95 percent. */
const dollars = z.number().min(0).max(1e9);
const rate = z.number().min(0).max(1);
const text = z.string().min(1).max(300);
const day = z.iso.date();
const stateCode = z.string().regex(/^[A-Z]{2}$/);

/** One value for everybody, or one by filing status. */
const byStatus = <T extends z.ZodType>(value: T) =>
  z.union([
    value,
    z.strictObject({ single: value, married: value, head: value, soleEarner: value.optional() }),
  ]);
/** By pay frequency. Frequencies that are not printed follow from the annual figure. */
const byFrequency = <T extends z.ZodType>(value: T) =>
  z.strictObject({
    weekly: value.optional(),
    biweekly: value.optional(),
    semimonthly: value.optional(),
    monthly: value.optional(),
    annual: value,
  });

/** Rows of `[floor, tax at the floor, rate above it]`, in rising order. */
const brackets = z
  .array(z.tuple([dollars, z.number().min(-1e6).max(1e9), rate]))
  .min(1)
  .max(60)
  .refine((rows) => rows.every(([floor], index) => index === 0 || floor > rows[index - 1]![0]), {
    message: "floors must rise",
  });
/** Rows of `[above, value]`, in rising order. */
const steps = z.array(z.tuple([dollars, dollars])).max(60);
/** `amount` for each `step` of wages, or part of one, above `from`, up to `max`. */
const ramp = z.strictObject({ from: dollars, step: dollars.gt(0), amount: dollars, max: dollars });
const lessRamp = z.strictObject({ amount: dollars, less: ramp });

/** A letter of a state's own certificate. It decides the schedule, the deduction and the exemption. */
const code = z.strictObject({
  code: z.string().min(1).max(4),
  schedule: z.enum(filingStatuses).optional(),
  defaultFor: z.array(z.enum(filingStatuses)).default([]),
  exempt: z.boolean().optional(),
  exemption: dollars.optional(),
  deduction: lessRamp.optional(),
  wageExemption: lessRamp.optional(),
  additions: z.array(ramp).default([]),
  creditShare: steps.optional(),
  periodBrackets: byFrequency(brackets).optional(),
});

const county = z.strictObject({
  code: z.string().min(1).max(4),
  name: text,
  rate,
  bands: byStatus(z.array(z.tuple([dollars, rate])).min(1)).optional(),
  /** True where each band bears its own rate, false where the whole bears that of its band. */
  marginal: z.boolean().optional(),
});

const sourced = { publication: text, sourceUrl: z.url().max(400), verified: z.boolean() };
const bases = ["gross", "gross_less_section_125", "gross_less_retirement", "gross_less_pre_tax"] as const;

const stateTable = z.strictObject({
  effectiveFrom: day,
  ...sourced,
  kind: z.enum(["none", "elected", "graduated"]),
  base: z.enum(bases).default("gross_less_pre_tax"),
  notIncluded: z.array(text).default([]),
  rates: z.array(rate).optional(),
  defaultRate: rate.optional(),
  brackets: byStatus(brackets).optional(),
  bracketsFrom: z.strictObject({ wages: dollars, brackets: byStatus(brackets) }).optional(),
  twoIncomeBrackets: byStatus(brackets).optional(),
  twoIncomeColumn: z.enum(filingStatuses).optional(),
  marriedDoubleFrom: z.int().optional(),
  marriedColumnFrom: z.int().optional(),
  standardDeduction: byStatus(dollars).optional(),
  deductionPhaseOut: byStatus(z.tuple([dollars, dollars])).optional(),
  periodDeduction: byFrequency(byStatus(dollars)).optional(),
  wageDeduction: z.strictObject({ rate, max: dollars }).optional(),
  exemption: dollars.optional(),
  firstExemption: z.strictObject({ amount: dollars, count: byStatus(z.int()) }).optional(),
  periodExemption: byFrequency(dollars).optional(),
  periodExemptions: z.record(z.string(), dollars).optional(),
  allowancesUpTo: byStatus(dollars).optional(),
  dependents: steps.optional(),
  credit: dollars.optional(),
  creditFromAmount: z.boolean().optional(),
  taperingCredit: byStatus(
    z.strictObject({ amount: dollars, from: dollars.optional(), rate: rate.optional() }),
  ).optional(),
  lowIncome: z.strictObject({ upTo: byStatus(dollars), needsAllowance: z.boolean().optional() }).optional(),
  periodMinimum: byFrequency(dollars).optional(),
  flatRateAbove: byStatus(z.strictObject({ above: dollars, rate })).optional(),
  deductsFederalTax: z.strictObject({ max: byStatus(steps).optional() }).optional(),
  deductsPayrollTax: z.strictObject({ rate, max: dollars }).optional(),
  rateWithoutForm: rate.optional(),
  codes: z.array(code).optional(),
  county: z
    .strictObject({
      /** True where the state prints both taxes as one. */
      joinsState: z.boolean(),
      defaultRate: rate.optional(),
      nonresidentRate: rate.optional(),
      counties: z.array(county).min(1),
    })
    .optional(),
});

const contribution = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{2,39}$/),
  label: text,
  kind: z.enum(["disability", "family_leave", "unemployment", "long_term_care", "transit", "other"]),
  effectiveFrom: day,
  ...sourced,
  rate: rate.optional(),
  /** Rates by the least number of employees. */
  tiers: z.array(z.tuple([z.int(), rate])).optional(),
  base: z.enum(bases).default("gross"),
  wageBase: dollars.optional(),
  weeklyMax: dollars.optional(),
  /** True where the employer decides whether employees bear it; `rate` is then the most they may bear. */
  elective: z.boolean().optional(),
  /** True where the amount follows from facts that payroll does not have. */
  notComputed: z.boolean().optional(),
});

const federalRows = z.array(z.tuple([dollars, dollars])).length(bracketRates.length);
const federalColumns = z.strictObject({ single: federalRows, married: federalRows, head: federalRows });

/** Tax tables of a calendar year, as an operator imports them. */
export const taxTablesSchema = z.strictObject({
  year: z.int().min(2020).max(2100),
  version: z.string().regex(/^us-\d{4}\.\d{1,4}$/),
  attribution: z
    .array(z.strictObject({ note: text, sourceUrl: z.url().max(400), license: text }))
    .default([]),
  federal: z.strictObject({
    withholding: z.strictObject({ ...sourced, standard: federalColumns, step2: federalColumns }),
    socialTaxes: z.strictObject({ ...sourced, socialSecurityBase: dollars, nonemployeeThreshold: dollars }),
  }),
  states: z.record(stateCode, z.array(stateTable).min(1)),
  contributions: z.record(stateCode, z.array(contribution)).default({}),
  reciprocity: z
    .array(
      z.strictObject({
        workState: stateCode,
        /** `*` for all other states. */
        residenceStates: z.array(z.union([stateCode, z.literal("*")])).min(1),
        publication: text,
        verified: z.boolean(),
      }),
    )
    .default([]),
});

export type TaxTables = z.infer<typeof taxTablesSchema>;
export type StateTable = z.infer<typeof stateTable>;
export type StateCode = NonNullable<StateTable["codes"]>[number];
export type ContributionTable = z.infer<typeof contribution>;
export type WageBase = (typeof bases)[number];
export type Ramp = z.infer<typeof ramp>;
export type Brackets = z.infer<typeof brackets>;
export type ByStatus<T> = T | { single: T; married: T; head: T; soleEarner?: T | undefined };
export type ByFrequency<T> = z.infer<ReturnType<typeof byFrequency<z.ZodType<T>>>>;
