import { parse } from "csv-parse/sync";
import { csvBounds } from "../../../../src/text/csv.ts";
import { exactlyOnce } from "../../../../src/db/idempotency.ts";
import { DomainError, validationError } from "../../../../src/errors.ts";
import type { HvutContext } from "../hvut.context.ts";
import { lockFiler } from "../filers/filers.service.ts";
import { VehicleEntity } from "./vehicle.entity.ts";
import type { ImportVehiclesInput, VehicleImport, VehicleRowFault } from "./import-vehicles.types.ts";
import { newVehicle } from "./vehicles.service.ts";

const maxRows = 2_000;

/**
 * Adds vehicles from CSV, all or none unless `partial`. Throws VALIDATION_ERROR for invalid CSV, a missing column or too
 * many rows, and NOT_FOUND for the filer.
 */
export function importVehicles(ctx: HvutContext, input: ImportVehiclesInput): Promise<VehicleImport> {
  const rows = readRows(input);
  return exactlyOnce(ctx, { operation: "importVehicles", input }, async (em) => {
    await lockFiler(em, ctx, input.filerId);
    const known = await em.find(VehicleEntity, { filerId: input.filerId }, { fields: ["vin"] });
    const seen = new Set(known.map(({ vin }) => vin));
    const errors: VehicleRowFault[] = [];
    const added: VehicleEntity[] = [];
    for (const [at, row] of rows.entries()) {
      const vehicle = readVehicle(ctx, input.filerId, row, at + 1, errors);
      if (vehicle === null) continue;
      if (seen.has(vehicle.vin))
        errors.push({ row: at + 1, path: "vin", message: "must be unique: the filer already has this VIN" });
      else added.push(vehicle);
      seen.add(vehicle.vin);
    }
    const rejected = new Set(errors.map(({ row }) => row)).size;
    if (rejected > 0 && input.partial !== true) return { added: 0, rejected, errors };
    await em.persist(added).flush();
    return { added: added.length, rejected, errors };
  });
}

type Row = Record<string, string>;

function readVehicle(
  ctx: HvutContext,
  filerId: string,
  row: Row,
  number: number,
  errors: VehicleRowFault[],
): VehicleEntity | null {
  const weight = row["weight"] ? Number(row["weight"].replaceAll(",", "")) : null;
  const faults = [
    ...(weight !== null && !(Number.isInteger(weight) && weight > 0 && weight <= 1_000_000)
      ? [{ path: "weight", message: "must be a whole number of pounds, 1 to 1,000,000" }]
      : []),
    ...(row["category"] && !/^[A-V]$/.test(row["category"])
      ? [{ path: "category", message: "must be a category from A to V" }]
      : []),
  ];
  errors.push(...faults.map((fault) => ({ row: number, ...fault })));
  if (faults.length > 0) return null;
  try {
    return newVehicle(ctx, filerId, {
      vin: row["vin"] ?? "",
      category: row["category"] || null,
      taxableGrossWeight: weight,
      logging: isYes(row["logging"]),
      agricultural: isYes(row["agricultural"]),
      unitNumber: row["unitNumber"]?.slice(0, 50) || null,
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = error.details["fields"] as { path: string; message: string }[];
    errors.push(...fields.map(({ path, message }) => ({ row: number, path, message })));
    return null;
  }
}

const columns = ["vin", "category", "weight", "logging", "agricultural", "unitNumber"] as const;
const foldHeading = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, "");

/** Rows by the names of the fields, whatever the names of their columns. Throws VALIDATION_ERROR. */
function readRows({ csv, mapping }: ImportVehiclesInput): Row[] {
  const refuse = (path: string, message: string, rule: string) => validationError([{ path, message, rule }]);
  const headings = columns.map((field) => [field, foldHeading(mapping?.[field] ?? field)] as const);
  let records: Row[];
  try {
    records = parse(csv, {
      ...csvBounds,
      bom: true,
      trim: true,
      skip_empty_lines: true,
      columns: (head: string[]) => head.map(foldHeading),
    });
  } catch {
    throw refuse("csv", "must be CSV with a header row", "csv");
  }
  const [first] = records;
  for (const [field, heading] of headings)
    if (first && mapping?.[field] && !Object.hasOwn(first, heading))
      throw refuse(`mapping.${field}`, "must be a column of the header row", "column");
  if (!first || !Object.hasOwn(first, headings[0]![1]))
    throw refuse("csv", "must have a header row with vin, and at least one row", "csv");
  if (records.length > maxRows) throw refuse("csv", `must have at most ${maxRows} rows`, "maximum");
  return records.map((record) =>
    Object.fromEntries(headings.map(([field, heading]) => [field, record[heading] ?? ""])),
  );
}

function isYes(text: string | undefined): boolean {
  return /^(y|yes|true|1|x)$/i.test(text ?? "");
}
