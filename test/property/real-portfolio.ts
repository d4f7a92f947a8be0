import { createReadStream, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { projectPath } from "../../src/project-root.ts";
import type { Portfolio } from "../../subgraphs/property/properties/read-portfolio.ts";
import { readPortfolio } from "../../subgraphs/property/properties/read-portfolio.ts";
import type { PortfolioCounts } from "../fixtures/property/count-figures.ts";

const fixtureFolder = projectPath("test", "fixtures", "property");
const fullFolder = process.env["PROPERTY_DATA_DIR"] || null;

/** The publishers' files: the fixture, or all of them where PROPERTY_DATA_DIR names their folder. */
export const dataFolder = fullFolder ?? fixtureFolder;

/** Whether all of the publishers' files are read, and not the fixture. */
export const hasFullData = fullFolder !== null;

export const RETRIEVED_AT = "2024-11-01T00:00:00Z";

export function openRealFile(fileName: string): Readable | null {
  return createReadStream(`${dataFolder}/${fileName}`);
}

export function readVectors<T>(fileName: string): T {
  return JSON.parse(readFileSync(`${fixtureFolder}/${fileName}`, "utf8")) as T;
}

const figures = readVectors<Record<"full" | "fixture", PortfolioCounts>>("figures.json");

/** What all of the publishers' files hold. */
export const fullCounts = figures.full;

/** Content of the files, counted without any code of the platform. */
export const portfolioCounts = hasFullData ? figures.full : figures.fixture;

let portfolio: Promise<Portfolio> | undefined;

/** The merged real portfolio, read once a test file and never changed. */
export function readRealPortfolio(): Promise<Portfolio> {
  portfolio ??= readPortfolio(openRealFile, RETRIEVED_AT);
  return portfolio;
}
