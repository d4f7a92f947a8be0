import { createReadStream, existsSync, readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { projectPath } from "../../src/project-root.ts";
import type { Portfolio } from "../../subgraphs/property/properties/read-portfolio.ts";
import { readPortfolio } from "../../subgraphs/property/properties/read-portfolio.ts";

export const dataFolder = projectPath("..", "shared", "data", "property");
const vectorFolder = projectPath("..", "shared", "vectors");

/** Whether the real data lie next to the project; the tests that need them are skipped otherwise. */
export const hasRealData = existsSync(dataFolder) && existsSync(vectorFolder);

export const RETRIEVED_AT = "2024-11-01T00:00:00Z";

export function openRealFile(fileName: string): Readable | null {
  return createReadStream(`${dataFolder}/${fileName}`);
}

export function readVectors<T>(fileName: string): T {
  return JSON.parse(readFileSync(`${vectorFolder}/${fileName}`, "utf8")) as T;
}

let portfolio: Promise<Portfolio> | undefined;

/** The merged real portfolio, read once a test file and never changed. */
export function readRealPortfolio(): Promise<Portfolio> {
  portfolio ??= readPortfolio(openRealFile, RETRIEVED_AT);
  return portfolio;
}
