import { formatMinor, formatNumber, sayCell, type CellWords } from "./cell-values.ts";
import type { ExportOptions } from "./export-options.ts";
import type { Cell, ColumnType, ExportTable } from "./export-table.ts";
import { totalsRow } from "./totals-row.ts";
import { escapeAttribute, escapeText } from "./xml.ts";
import { zip } from "./zip.ts";

type XlsxOptions = Pick<ExportOptions, "includeHeader" | "dateFormat" | "sheetName">;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * A workbook of one sheet (ECMA-376 part 1). Each cell has its type: text is text whatever it begins with, amounts and
 * dates are numbers with a format. There is no formula, macro or link in it.
 */
export function writeXlsx(
  table: ExportTable,
  options: XlsxOptions,
  onText: (texts: Iterable<string>) => Iterable<string> = (texts) => texts,
): Promise<Buffer> {
  return zip([
    { name: "[Content_Types].xml", texts: [contentTypes] },
    { name: "_rels/.rels", texts: [relationshipsOf([["officeDocument", "xl/workbook.xml"]])] },
    { name: "xl/workbook.xml", texts: [workbook(options.sheetName)] },
    {
      name: "xl/_rels/workbook.xml.rels",
      texts: [
        relationshipsOf([
          ["worksheet", "worksheets/sheet1.xml"],
          ["styles", "styles.xml"],
        ]),
      ],
    },
    { name: "xl/styles.xml", texts: [styles(table.decimals, options.dateFormat)] },
    { name: "xl/worksheets/sheet1.xml", texts: onText(writeSheet(table, options)) },
  ]);
}

function* writeSheet(table: ExportTable, { includeHeader }: XlsxOptions): Generator<string> {
  const { columns, rows, decimals } = table;
  const letters = columns.map((_, at) => columnLetters(at));
  let number = 0;
  const words: CellWords<string> = {
    text: textCell,
    number: (value) => `><v>${formatNumber(value)}</v>`,
    money: (minor) => ` s="1"><v>${formatMinor(minor, decimals)}</v>`,
    date: dateCell,
    boolean: (value) => ` t="b"><v>${value ? 1 : 0}</v>`,
  };
  const sayRow = (cells: readonly Cell[], typeOf: (at: number) => ColumnType) => {
    number++;
    const said = cells.map((cell, at) =>
      cell === null || cell === ""
        ? ""
        : `<c r="${letters[at]!}${number}"${sayCell(cell, typeOf(at), words)}</c>`,
    );
    return `<row r="${number}">${said.join("")}</row>`;
  };
  const ofColumn = (at: number) => columns[at]!.type;
  yield `${declaration}<worksheet xmlns="${main}"><sheetData>`;
  if (includeHeader)
    yield sayRow(
      columns.map(({ header }) => header),
      () => "text",
    );
  for (const row of rows) yield sayRow(row, ofColumn);
  const totals = totalsRow(table);
  if (totals) yield sayRow(totals, ofColumn);
  yield "</sheetData></worksheet>";
}

/** The rest of a cell whose tag is begun. */
function textCell(text: string): string {
  return ` t="inlineStr"><is><t xml:space="preserve">${escapeText(escapeUnderscore(text))}</t></is>`;
}

/** `_x0041_` in a cell's text denotes a character (ST_Xstring, 22.9.2.19), so a literal one is escaped. */
function escapeUnderscore(text: string): string {
  return text.includes("_x") ? text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_") : text;
}

/** Days since 30 December 1899; as text before March 1900, where programs disagree about a day that never was. */
function dateCell(date: string): string {
  if (date < "1900-03-01") return textCell(date);
  const days = (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return ` s="2"><v>${days}</v>`;
}

/** A, B, ... Z, AA, ... */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

function workbook(sheetName: string): string {
  const sheet = `<sheet name="${escapeAttribute(sheetName)}" sheetId="1" r:id="rId1"/>`;
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${sheet}</sheets></workbook>`;
}

/** Styles by number: 0 as it comes, 1 money, 2 a date. */
function styles(decimals: number, dateFormat: string): string {
  const money = decimals === 0 ? "0" : `0.${"0".repeat(decimals)}`;
  const date = dateFormat.toLowerCase().replaceAll(/[-/. ]/g, "\\$&");
  const style = (id: number) =>
    `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
  return `${declaration}<styleSheet xmlns="${main}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="${money}"/><numFmt numFmtId="165" formatCode="${date}"/></numFmts>
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${style(164)}${style(165)}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
}

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>
</Types>`;

function relationshipsOf(targets: readonly (readonly [string, string])[]): string {
  const links = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="${packages}/relationships">${links.join("")}</Relationships>`;
}
