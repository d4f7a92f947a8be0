import { describe, expect, test } from "vitest";
import { scoreProperty } from "../../../subgraphs/property/green-score/green-score.ts";
import { loadReference } from "../../../subgraphs/property/green-score/reference.ts";
import { makeSyntheticPortfolio } from "../../../subgraphs/property/properties/synthetic-portfolio.ts";

describe("the synthetic portfolio", () => {
  const reference = loadReference();
  const portfolio = makeSyntheticPortfolio(reference.counties, "2024-01-01T00:00:00Z");

  test("is the same every time, and every record says that it is invented", () => {
    expect(makeSyntheticPortfolio(reference.counties, "2024-01-01T00:00:00Z")).toEqual(portfolio);
    expect(portfolio).toHaveLength(60);
    for (const record of portfolio) {
      expect(record.id).toMatch(/^[a-z]{2,8}-[A-Za-z0-9]{1,24}$/);
      expect(record).toMatchObject({ synthetic: true, sources: ["fema-nri", "synthetic-portfolio"] });
    }
  });

  test("has good and poor buildings, and some whose owners withhold", () => {
    const overall = portfolio.map((record) => scoreProperty(record, 2024, reference).greenScore.overall);
    expect(Math.max(...overall)).toBeGreaterThan(70);
    expect(Math.min(...overall)).toBeLessThan(35);
    expect(portfolio.filter(({ complianceStatus }) => complianceStatus === "notSubmitted")).toHaveLength(5);
  });
});
