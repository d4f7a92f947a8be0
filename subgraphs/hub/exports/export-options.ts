import { z } from "zod";
import type { ExportFaults } from "./row-faults.ts";

const name = (max: number) => z.string().min(1).max(max);

/** Each of YYYY, MM and DD once, with one of `- / .` or a space between. */
const datePattern = /^(?=.*YYYY)(?=.*MM)(?=.*DD)(?:YYYY|MM|DD)(?:[-/. ]?(?:YYYY|MM|DD)){2}$/;

/** Valid sheet names of spreadsheet programs. */
const sheetPattern = /^(?!')[^[\]:*?/\\\p{Cc}]{1,31}(?<!')$/u;

const column = z.object({
  key: name(128),
  header: name(256).optional(),
  type: z.enum(["text", "number", "date", "money"]).optional(),
});

const schema = z.object({
  columns: z.array(column).min(1).max(256).optional(),
  includeHeader: z.boolean().default(true),
  delimiter: z.enum([",", ";", "\t"]).default(","),
  bom: z.boolean().default(true),
  lineEnding: z.enum(["\r\n", "\n"]).default("\r\n"),
  escapeFormulas: z.boolean().default(true),
  dateFormat: z
    .string()
    .regex(datePattern, "must contain YYYY, MM and DD in any order")
    .default("YYYY-MM-DD"),
  sheetName: z
    .string()
    .regex(sheetPattern, "must be a valid sheet name of 1 to 31 characters")
    .refine((text) => text.toLowerCase() !== "history", "is a sheet name reserved by spreadsheet programs")
    .default("Payroll"),
  rootElement: name(64).default("payroll"),
  filename: name(200).optional(),
  totals: z.boolean().default(true),
  maskPii: z.boolean().default(true),
  strict: z.boolean().default(true),
  download: z.boolean().default(false),
});

/** Export options; omitted ones have defaults. */
export type ExportOptions = z.infer<typeof schema>;

/**
 * Reads the open `options` object: null means omitted, unknown names are collected. Returns null, with every fault in
 * `faults`, when a value is invalid.
 */
export function readExportOptions(
  given: Record<string, unknown>,
  faults: ExportFaults,
): { options: ExportOptions; unknown: string[] } | null {
  const present = Object.entries(given).filter(([, value]) => value !== null);
  const unknown = present.map(([key]) => key).filter((key) => !Object.hasOwn(schema.shape, key));
  const read = schema.safeParse(Object.fromEntries(present));
  if (read.success) {
    const keys = read.data.columns?.map(({ key }) => key) ?? [];
    keys.forEach((key, index) => {
      if (keys.indexOf(key) < index)
        faults.addField(`options.columns.${index}.key`, "is listed twice", "unique");
    });
    return { options: read.data, unknown };
  }
  for (const { path, message, code } of read.error.issues)
    faults.addField(["options", ...path].join("."), message, code);
  return null;
}
