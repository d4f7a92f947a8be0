import { createHash } from "node:crypto";
import { DomainError } from "../../../src/errors.ts";
import { payrollCsv } from "./csv.ts";
import type { ExportOptions } from "./export-options.ts";
import type { ExportTable } from "./export-table.ts";
import { exportFilename } from "./filename.ts";
import { writeJson } from "./json.ts";
import { inChunks } from "./slices.ts";
import { writeXlsx } from "./xlsx.ts";
import { writeXml } from "./xml.ts";

export type ExportFormat = "csv" | "json" | "xml" | "excel";

/** A file as answers carry it: its text, or its bytes in base64. `size` and `sha256` (hex) are those of its bytes. */
export interface ExportFile {
  filename: string;
  contentType: string;
  encoding: "utf8" | "base64";
  content: string;
  size: number;
  sha256: string;
}

const kinds = {
  csv: { extension: "csv", contentType: "text/csv; charset=utf-8", write: payrollCsv },
  json: { extension: "json", contentType: "application/json; charset=utf-8", write: writeJson },
  xml: { extension: "xml", contentType: "application/xml; charset=utf-8", write: writeXml },
  excel: {
    extension: "xlsx",
    contentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    write: null,
  },
} as const;

const maxCharacters = 64 * 1024 * 1024;

/** The table as a file. The same table and options give the same bytes. Throws INVALID_EXPORT_REQUEST beyond 64 Mi characters. */
export async function writeExportFile(
  table: ExportTable,
  format: ExportFormat,
  options: ExportOptions,
): Promise<ExportFile> {
  const { extension, contentType, write } = kinds[format];
  const named = { filename: exportFilename(options.filename, extension, table.payPeriod), contentType };
  const hash = createHash("sha256");
  if (!write) {
    const bytes = await writeXlsx(table, options, limitLength);
    const sha256 = hash.update(bytes).digest("hex");
    return { ...named, encoding: "base64", content: bytes.toString("base64"), size: bytes.length, sha256 };
  }
  const chunks: string[] = [];
  let size = 0;
  await inChunks(limitLength(write(table, options)), (chunk) => {
    chunks.push(chunk);
    hash.update(chunk);
    size += Buffer.byteLength(chunk);
  });
  return { ...named, encoding: "utf8", content: chunks.join(""), size, sha256: hash.digest("hex") };
}

/** A few small rows with long names of columns can be a large file. */
function* limitLength(texts: Iterable<string>): Generator<string> {
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > maxCharacters)
      throw new DomainError(
        "INVALID_EXPORT_REQUEST",
        "The file is too large. Export fewer columns or rows.",
        {
          maxCharacters,
        },
      );
    yield text;
  }
}
