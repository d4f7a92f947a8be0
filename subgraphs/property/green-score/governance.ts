import type { ComplianceStatus } from "../properties/property.types.ts";
import { freshnessOf, REGISTER_RELIABILITY } from "./confidence.ts";
import type { RatedIndicator, RatingContext } from "./indicator.types.ts";
import type { IndicatorName } from "./method.ts";
import { missing, notApplicable, present } from "./rate.ts";

const STATUS_SCORES: Readonly<Record<ComplianceStatus, number | null>> = {
  compliant: 100,
  dataError: 50,
  dataMissing: 25,
  notSubmitted: 0,
  exempt: null,
  notCovered: null,
};

/** One year alone shows no continuity. */
const MINIMUM_COVERED_YEARS = 2;

/**
 * No disclosure scores 0 when the owner submitted nothing, is not applicable when the law does not cover the building,
 * and is neutral otherwise.
 */
function rateSilence(indicator: IndicatorName, status: ComplianceStatus | null): RatedIndicator {
  if (status === "exempt" || status === "notCovered") return notApplicable(indicator);
  return status === "notSubmitted" ? missing(indicator, 0) : missing(indicator);
}

function rateDisclosure({ record, asOfYear }: RatingContext): RatedIndicator {
  const { complianceStatus: status, complianceYear } = record;
  if (status === null || complianceYear === null) return missing("disclosureCompliance");
  const score = STATUS_SCORES[status];
  if (score === null) return notApplicable("disclosureCompliance", status);
  const freshness = freshnessOf(complianceYear, asOfYear, "disclosed");
  return present("disclosureCompliance", {
    score,
    value: status,
    dataYear: complianceYear,
    reliability: REGISTER_RELIABILITY,
    freshness,
  });
}

function rateContinuity({ record, asOfYear }: RatingContext): RatedIndicator {
  const { yearsCovered, yearsSubmitted, complianceYear, complianceStatus } = record;
  if (yearsCovered < MINIMUM_COVERED_YEARS || complianceYear === null)
    return rateSilence("reportingContinuity", complianceStatus);
  return present("reportingContinuity", {
    score: (100 * yearsSubmitted) / yearsCovered,
    value: [yearsSubmitted, yearsCovered],
    dataYear: complianceYear,
    reliability: REGISTER_RELIABILITY,
    freshness: freshnessOf(complianceYear, asOfYear, "disclosed"),
  });
}

function rateDataQuality({ record, asOfYear }: RatingContext): RatedIndicator {
  const results = Object.values(record.checks);
  if (results.length === 0 || record.metricsYear === null)
    return rateSilence("dataQuality", record.complianceStatus);
  const passed = results.filter(Boolean).length;
  return present("dataQuality", {
    score: (100 * passed) / results.length,
    value: [passed, results.length],
    dataYear: record.metricsYear,
    reliability: REGISTER_RELIABILITY,
    freshness: freshnessOf(record.metricsYear, asOfYear, "disclosed"),
  });
}

/**
 * Rates the owner's compliance with the disclosure law: the latest year, the last three, and the plausibility of the
 * figures.
 */
export function rateGovernance(context: RatingContext): RatedIndicator[] {
  return [rateDisclosure(context), rateContinuity(context), rateDataQuality(context)];
}
