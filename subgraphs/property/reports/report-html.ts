import { escapeHtml } from "../../../src/text/html.ts";
import type { Report, ReportItem, ScoreFigures } from "./report.types.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1a1a1a;background:#fff}
table{border-collapse:collapse;margin:1rem 0}caption{text-align:left;font-weight:600}
th,td{padding:.25rem .75rem;border-bottom:1px solid #ccc;text-align:left}td.n,th.n{text-align:right}
.wide{overflow-x:auto}@media print{body{margin:0}}`;

/** A self-contained page: no script, no external resources, every text escaped. */
export function writeReportHtml(report: Report, items: readonly ReportItem[]): string {
  const title = escapeHtml(report.title);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${style}</style></head>
<body><main>
<h1>${title}</h1>
<p>${count(report.propertyCount, "property", "properties")}, scores as of ${report.asOf}. Method ${escapeHtml(report.methodVersion)},
reference ${escapeHtml(report.referenceVersion)}. Created <time>${report.createdAt.toISOString()}</time>.</p>
${summaryTable(report)}
${itemTable(items)}
<p>Sources: ${report.sources.map(escapeHtml).join(", ")}.</p>
</main></body>
</html>
`;
}

function summaryTable({ summary }: Report): string {
  const { overall, pillars, floorArea } = summary;
  const row = (name: string, figures: ScoreFigures) =>
    `<tr><th scope="row">${name}</th>${numbers([figures.mean, figures.areaWeightedMean, figures.min, figures.max])}</tr>`;
  const area =
    floorArea.value === null
      ? "No floor area is known."
      : `${floorArea.value.toLocaleString("en")} square feet, known for ${count(floorArea.knownFor, "property", "properties")}.`;
  return `<table><caption>Scores, 0 to 100</caption>
<thead><tr><th scope="col">Score</th>${["Mean", "Area-weighted mean", "Lowest", "Highest"].map(numberHead).join("")}</tr></thead>
<tbody>${row("Overall", overall)}${row("Environmental", pillars.environmental)}${row("Social", pillars.social)}${row("Governance", pillars.governance)}</tbody></table>
<p>${area} Properties with a confidence below 0.5: ${summary.lowConfidence}.</p>`;
}

function itemTable(items: readonly ReportItem[]): string {
  const heads = ["Overall", "Environmental", "Social", "Governance", "Confidence"].map(numberHead).join("");
  const rows = items.map((item) => {
    const { overall, environmental, social, governance, confidence } = item.greenScore;
    const place = [item.street, item.city, item.stateOrProvince].filter((part) => part !== "").join(", ");
    const texts = [item.name ?? "", item.type, place].map((text) => `<td>${escapeHtml(text)}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(item.propertyId)}</th>${texts}${numbers([overall, environmental, social, governance, confidence])}</tr>`;
  });
  return `<div class="wide"><table><caption>Properties</caption>
<thead><tr><th scope="col">ID</th><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Address</th>${heads}</tr></thead>
<tbody>
${rows.join("\n")}
</tbody></table></div>`;
}

function numberHead(name: string): string {
  return `<th scope="col" class="n">${name}</th>`;
}

function numbers(values: readonly (number | null)[]): string {
  return values.map((value) => `<td class="n">${value ?? "unknown"}</td>`).join("");
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
