import type { Clock } from "../../src/time/clock.ts";
import { LiveTable, type LiveRow, type PublishedTables } from "./tables.ts";

export interface Place {
  street: string;
  city: string;
  state: string;
  zip: string;
  latitude: number;
  longitude: number;
}

/** Shared state of the sandbox's publishers: the tables, loaded on first use. */
export class OpenDataWorld {
  readonly #load: () => Promise<PublishedTables>;
  readonly #clock: Clock;
  #tables: Promise<{ files: Map<string, LiveTable>; isSynthetic: boolean }> | null = null;

  constructor(load: () => Promise<PublishedTables>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  now(): Date {
    return this.#clock.now();
  }

  async table(file: string): Promise<LiveTable | null> {
    return (await this.#open()).files.get(file) ?? null;
  }

  async isSynthetic(): Promise<boolean> {
    return (await this.#open()).isSynthetic;
  }

  async fileNames(): Promise<string[]> {
    return [...(await this.#open()).files.keys()];
  }

  /** Forgets every change. */
  reset(): void {
    this.#tables = null;
  }

  /** Chicago's buildings by their newest year. */
  async newestOfChicago(): Promise<LiveRow[]> {
    const rows = (await this.table("chicago_benchmarking_2018_2023.csv"))?.rows ?? [];
    const newest = new Map<string, LiveRow>();
    for (const row of rows) {
      const id = row.cells["ID"] ?? "";
      if ((row.cells["Data Year"] ?? "") >= (newest.get(id)?.cells["Data Year"] ?? "")) newest.set(id, row);
    }
    return [...newest.values()];
  }

  /** The addresses whose place is known. */
  async places(): Promise<Place[]> {
    const seattle = (await this.table("seattle_benchmarking_2016.csv"))?.rows ?? [];
    const inSeattle = seattle.map(({ cells }) => ({
      street: cells["Address"],
      zip: cells["ZipCode"],
      city: "Seattle",
      state: "WA",
      cells,
    }));
    const inChicago = (await this.newestOfChicago()).map(({ cells }) => ({
      street: cells["Address"],
      zip: cells["ZIP Code"],
      city: "Chicago",
      state: "IL",
      cells,
    }));
    return [...inSeattle, ...inChicago].flatMap(({ street, zip = "", city, state, cells }) => {
      const [latitude, longitude] = [Number(cells["Latitude"]), Number(cells["Longitude"])];
      const isKnown = street !== undefined && Number.isFinite(latitude) && Number.isFinite(longitude);
      return isKnown ? [{ street, city, state, zip, latitude, longitude }] : [];
    });
  }

  #open() {
    this.#tables ??= this.#load().then(({ files, isSynthetic }) => {
      const loadedAt = this.#clock.now();
      const live = Object.entries(files).map(
        ([name, table]) => [name, new LiveTable(table, loadedAt)] as const,
      );
      return { files: new Map(live), isSynthetic };
    });
    return this.#tables;
  }
}
