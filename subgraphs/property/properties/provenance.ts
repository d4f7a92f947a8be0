import type { CountyHazard } from "./county-hazards.ts";
import { COUNTY_TABLE_YEAR } from "./county-hazards.ts";
import type { ProvenanceEntry } from "./property.types.ts";
import type { SourceDescription } from "./source-catalogue.ts";
import { FEMA_NRI } from "./source-catalogue.ts";
import type { Cell } from "./staged-year.types.ts";

/** Collects the provenance of each value of one property. */
export class ProvenanceLog {
  readonly entries: ProvenanceEntry[] = [];
  private readonly source: SourceDescription;
  private readonly recordId: string;
  private readonly retrievedAt: string;

  constructor(source: SourceDescription, recordId: string, retrievedAt: string) {
    this.source = source;
    this.recordId = recordId;
    this.retrievedAt = retrievedAt;
  }

  /** Records the cell's provenance and returns its value, or null when there is no cell. */
  take<T>(field: string, dataYear: number, cell: Cell<T> | null | undefined): T | null {
    if (cell === null || cell === undefined) return null;
    this.push(this.source, this.recordId, field, dataYear, cell);
    return cell.value;
  }

  /** Records the county table's part. */
  takeCounty(county: CountyHazard): void {
    const cells: [string, Cell<number> | null][] = [
      ["risk.buildingLossRate", county.lossRate],
      ["risk.lossRatePercentile", county.lossRatePercentile],
      ["risk.resiliencePercentile", county.resiliencePercentile],
      ["risk.socialVulnerabilityPercentile", county.socialVulnerabilityPercentile],
    ];
    for (const [field, cell] of cells) {
      if (cell !== null) this.push(FEMA_NRI, county.fips, field, COUNTY_TABLE_YEAR, cell);
    }
    const name: Cell<string> = { value: county.name, column: "COUNTY", raw: county.name, transform: "text" };
    this.push(FEMA_NRI, county.fips, "address.county.name", COUNTY_TABLE_YEAR, name);
    const fips: Cell<string> = {
      value: county.fips,
      column: "STCOFIPS",
      raw: county.fips,
      transform: "text",
    };
    this.push(FEMA_NRI, county.fips, "risk.countyFips", COUNTY_TABLE_YEAR, fips);
  }

  private push<T>(
    source: SourceDescription,
    recordId: string,
    field: string,
    dataYear: number,
    cell: Cell<T>,
  ): void {
    this.entries.push({
      field,
      sourceId: source.id,
      recordId,
      dataYear,
      column: cell.column,
      raw: cell.raw,
      transform: cell.transform,
      retrievedAt: this.retrievedAt,
      licence: source.licence,
    });
  }
}
