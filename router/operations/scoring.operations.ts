import type { OperationArea } from "./operation.ts";

/** What bodies of the property API may have. */
const MOST_BYTES = 64 * 1024;

export const scoringOperations: OperationArea = {
  area: "scoring",
  title: "Green Score",
  operations: [
    {
      name: "PropertyScore",
      field: "query.propertyScore",
      documented: true,
      family: "bare",
      rest: { method: "GET", path: "/v1/scoring/{propertyId}", revalidates: { except: ["calculatedAt"] } },
      tool: { name: "score_property", keywords: ["green score", "ESG", "sustainability"] },
    },
    {
      name: "BulkPropertyScores",
      field: "query.bulkPropertyScores",
      documented: true,
      family: "bare",
      rest: {
        method: "POST",
        path: "/v1/scoring/bulk",
        queryParameters: ["asOf", "methodVersion"],
        maxBodyBytes: MOST_BYTES,
      },
      tool: { name: "score_properties", keywords: ["green score", "bulk", "compare buildings"] },
    },
    {
      name: "ScoreWhatIf",
      field: "query.scoreWhatIf",
      documented: false,
      family: "bare",
      rest: { method: "POST", path: "/v1/scoring/what-if", maxBodyBytes: MOST_BYTES },
      tool: { name: "score_what_if", keywords: ["retrofit", "scenario", "improve a building"] },
    },
    {
      name: "ScoreHistory",
      field: "query.scoreHistory",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/properties/{propertyId}/score-history" },
      tool: { name: "get_score_history", keywords: ["why did the score change"] },
    },
    {
      name: "ScoringMethods",
      field: "query.scoringMethods",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/scoring/methods", revalidates: {} },
      tool: { name: "list_scoring_methods" },
    },
    {
      name: "ScoringMethod",
      field: "query.scoringMethod",
      documented: false,
      family: "bare",
      rest: { method: "GET", path: "/v1/scoring/methods/{version}", revalidates: {} },
      tool: { name: "get_scoring_method", keywords: ["weights", "formulas", "how is the score made"] },
    },
  ],
};
