import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

async function someProperties(app: TestApp): Promise<{ title: string; propertyIds: string[] }> {
  const answer = await app.get("/v1/properties/search?pageSize=2", await app.as("eve"));
  const propertyIds = (answer.body.properties as { id: string }[]).map(({ id }) => id);
  return { title: "sample", propertyIds };
}

async function newReport(app: TestApp, headers: Record<string, string>): Promise<{ id: string }> {
  const answer = await app.post("/v1/reports", await someProperties(app), headers);
  return { id: answer.body.id as string };
}

/** The same report at every door: another one has other times in it. */
const kept = new WeakMap<TestApp, Map<string, Promise<{ id: string }>>>();
function theReport(app: TestApp, headers: Record<string, string>): Promise<{ id: string }> {
  const reports = kept.get(app) ?? new Map<string, Promise<{ id: string }>>();
  kept.set(app, reports);
  const caller = JSON.stringify(headers);
  const report = reports.get(caller) ?? newReport(app, headers);
  reports.set(caller, report);
  return report;
}

export const reportSamples: Record<string, Sample> = {
  Reports: {
    input: () => Promise.resolve({ page: 1, pageSize: 1 }),
    bad: { input: { page: 0, pageSize: 101 }, paths: ["page", "pageSize"] },
  },
  CreateReport: {
    input: someProperties,
    bad: { input: { title: " ", propertyIds: [] }, paths: ["title", "propertyIds"] },
  },
  Report: { input: theReport, foreign: "REPORT_NOT_FOUND" },
  RefreshReport: { input: theReport, foreign: "REPORT_NOT_FOUND" },
  DeleteReport: { input: newReport, foreign: "REPORT_NOT_FOUND" },
  ExportReport: {
    input: async (app, headers) => ({ ...(await theReport(app, headers)), format: "html", download: false }),
    foreign: "REPORT_NOT_FOUND",
  },
};
