import type { CacheHint } from "../../src/access/cache-hints.ts";

/** Published buildings have no owner; they change only when an import publishes. */
export const publishedData: CacheHint = {
  maxAge: 300,
  scope: "shared",
  events: ["properties.published"],
};

/** Scores of published buildings by default are those of the present day. */
export const publishedScores: CacheHint = { ...publishedData, maxAge: 60 };

/** Constants of the code, which a new version of the platform replaces. */
export const publishedMethods: CacheHint = { maxAge: 300, scope: "shared" };
