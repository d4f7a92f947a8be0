import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

/** Maximum size of a request body, in bytes. */
const MOST_BYTES = 64 * 1024;

export const scoringOperations: AreaDefinition<CentralGroup> = {
  area: "scoring",
  title: "Green Score",
  group: "property-scores",
  operations: [
    {
      name: "PropertyScore",
      field: "query.propertyScore",
      documented: true,
      rest: { method: "GET", path: "/v1/scoring/{propertyId}", revalidates: { except: ["calculatedAt"] } },
      tool: { name: "score_property", keywords: ["green score", "ESG", "sustainability"] },
    },
    {
      name: "BulkPropertyScores",
      field: "query.bulkPropertyScores",
      documented: true,
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
      rest: { method: "POST", path: "/v1/scoring/what-if", maxBodyBytes: MOST_BYTES },
      tool: {
        name: "score_what_if",
        keywords: [
          "retrofit",
          "scenario",
          "improve a building",
          "what would happen if building retrofit used less energy",
        ],
      },
    },
    {
      name: "ScoreHistory",
      field: "query.scoreHistory",
      rest: { method: "GET", path: "/v1/properties/{propertyId}/score-history" },
      tool: {
        name: "get_score_history",
        keywords: ["why did the score change", "earlier green scores of building over time"],
      },
    },
    {
      name: "ScoringMethods",
      field: "query.scoringMethods",
      rest: { method: "GET", path: "/v1/scoring/methods", revalidates: {} },
      tool: { name: "list_scoring_methods", keywords: ["versions of green score formula"] },
    },
    {
      name: "ScoringMethod",
      field: "query.scoringMethod",
      rest: { method: "GET", path: "/v1/scoring/methods/{version}", revalidates: {} },
      tool: {
        name: "get_scoring_method",
        keywords: [
          "weights",
          "formulas",
          "how is the score made",
          "how is the green score calculated weights",
        ],
      },
    },
  ],
};
