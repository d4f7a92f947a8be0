import { trimWhere } from "../../../src/text/trim.ts";
import { writeReportCsv } from "./report-csv.ts";
import { writeReportHtml } from "./report-html.ts";
import type { ReportFile, ReportFormat } from "./report-requests.types.ts";
import type { Report, ReportItem } from "./report.types.ts";

type Write = (report: Report, items: readonly ReportItem[]) => string;

const kinds: Record<ReportFormat, { contentType: string; write: Write }> = {
  csv: { contentType: "text/csv; charset=utf-8", write: (_report, items) => writeReportCsv(items) },
  json: { contentType: "application/json; charset=utf-8", write: writeJson },
  html: { contentType: "text/html; charset=utf-8", write: writeReportHtml },
};

/**
 * A report as a file, byte for byte the same for the same report. The file name comes from the title, reduced to
 * allowed characters.
 */
export function writeReportFile(
  report: Report,
  items: readonly ReportItem[],
  format: ReportFormat,
): ReportFile {
  const { contentType, write } = kinds[format];
  const content = write(report, items).toWellFormed();
  const filename = `${fileStem(report)}.${format}`;
  return { format, filename, contentType, encoding: "utf8", content, size: Buffer.byteLength(content) };
}

const longestStem = 100;

function fileStem({ title, asOf }: Report): string {
  const plain = title.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").replaceAll(/[/\\:*?"<>|]/g, "_");
  return `${Array.from(trimWhere(plain, /[\s.]/) || "report")
    .slice(0, longestStem)
    .join("")}-${asOf}`;
}

/** REST response with a report. */
function writeJson(report: Report, items: readonly ReportItem[]): string {
  const { ownerId: _owner, storedItems: _items, ...shown } = report;
  return `${JSON.stringify({ ...shown, items }, null, 2)}\n`;
}
