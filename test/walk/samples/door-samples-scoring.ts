import type { TestApp } from "../../support/app.ts";
import type { Sample } from "./door-samples.ts";

const fixed = (input: Record<string, unknown>) => () => Promise.resolve(input);

async function someProperty(app: TestApp, headers: Record<string, string>): Promise<{ propertyId: string }> {
  const answer = await app.get("/v1/properties/search?pageSize=1", headers);
  return { propertyId: answer.body.properties[0].id as string };
}

export const scoringSamples: Record<string, Sample> = {
  PropertyScore: {
    input: someProperty,
    bad: { input: { propertyId: "x", asOf: "soon", include: "all" }, paths: ["asOf", "include"] },
  },
  BulkPropertyScores: {
    input: async (app, headers) => ({
      propertyIds: [(await someProperty(app, headers)).propertyId, "nope"],
    }),
    bad: { input: { propertyIds: ["a", " "] }, paths: ["propertyIds.1"] },
  },
  ScoreWhatIf: {
    input: async (app, headers) => ({ ...(await someProperty(app, headers)), changes: { sourceEui: 50 } }),
    bad: { input: { propertyId: "x", changes: 1, asOf: "soon" }, paths: ["asOf", "changes"] },
  },
  ScoreHistory: { input: someProperty, bad: { input: { propertyId: "x", page: 0 }, paths: ["page"] } },
  ScoringMethods: { input: fixed({}) },
  ScoringMethod: {
    input: fixed({ version: "gs-1.0.0", include: "none" }),
    bad: { input: { version: "gs-1.0.0", include: "all" }, paths: ["include"] },
  },
};
