/** Publisher and licence terms of a source. The ids are the adapter ids shown in `sources`. */
export interface SourceDescription {
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  readonly licence: string;
  /** The last day the published figures describe. */
  readonly dataAsOf: string;
  readonly files: readonly string[];
  readonly required: boolean;
  /** Days between the publisher's updates. */
  readonly expectedEveryDays: number;
}

export const SEATTLE: SourceDescription = {
  id: "seattle-benchmarking",
  name: "Seattle Building Energy Benchmarking",
  publisher: "City of Seattle, Office of Sustainability & Environment",
  licence: "Public open data of the City of Seattle (SMC 22.920), provided as is",
  dataAsOf: "2016-12-31",
  files: ["seattle_benchmarking_2015.csv", "seattle_benchmarking_2016.csv"],
  required: true,
  expectedEveryDays: 365,
};

export const CHICAGO: SourceDescription = {
  id: "chicago-benchmarking",
  name: "Chicago Energy Benchmarking",
  publisher: "City of Chicago",
  licence: "Public open data of the City of Chicago, portal terms of use",
  dataAsOf: "2023-12-31",
  files: ["chicago_benchmarking_2018_2023.csv"],
  required: true,
  expectedEveryDays: 365,
};

export const NEW_YORK: SourceDescription = {
  id: "nyc-ll33",
  name: "New York City Local Law 33 energy grades",
  publisher: "New York City Department of Buildings",
  licence: "Public data set of the City of New York, no usage restrictions (NYC Admin. Code 23-502(d))",
  dataAsOf: "2019-12-31",
  files: ["nyc_ll33_grades_2020.csv"],
  required: true,
  expectedEveryDays: 365,
};

export const FEMA_NRI: SourceDescription = {
  id: "fema-nri",
  name: "FEMA National Risk Index, counties",
  publisher: "Federal Emergency Management Agency",
  licence: "US Government work, public domain; cite FEMA",
  dataAsOf: "2021-11-30",
  files: ["fema_nri_counties.csv"],
  required: true,
  expectedEveryDays: 365,
};

/** New York's full disclosure of 2016: it has no address, so it feeds peer tables only. */
export const NEW_YORK_METRICS: SourceDescription = {
  id: "nyc-ll84",
  name: "New York City Local Law 84 energy and water disclosure",
  publisher: "New York City Mayor's Office",
  licence: "Public data set of the City of New York, no usage restrictions (NYC Admin. Code 23-502(d))",
  dataAsOf: "2016-12-31",
  files: ["nyc_ll84_metrics_2016.csv"],
  required: false,
  expectedEveryDays: 365,
};

export const SYNTHETIC: SourceDescription = {
  id: "synthetic-portfolio",
  name: "Synthetic demonstration portfolio",
  publisher: "This program",
  licence: "Invented data, free to use",
  dataAsOf: "2023-12-31",
  files: [],
  required: false,
  expectedEveryDays: 365,
};

/** Buildings that owners share with the platform's account there. */
export const PORTFOLIO_MANAGER: SourceDescription = {
  id: "portfolio-manager",
  name: "ENERGY STAR Portfolio Manager, shared properties",
  publisher: "US Environmental Protection Agency, for the owners of the buildings",
  licence: "Shared by the owners of the buildings with this platform",
  dataAsOf: "2025-12-31",
  files: [],
  required: false,
  expectedEveryDays: 365,
};

/** Context of counties. It is input of no score and no building record. */
export const OPENFEMA: SourceDescription = {
  id: "openfema-declarations",
  name: "OpenFEMA disaster declarations",
  publisher: "Federal Emergency Management Agency",
  licence: "US Government work, public domain; not endorsed by FEMA",
  dataAsOf: "2025-12-31",
  files: [],
  required: false,
  expectedEveryDays: 30,
};

export const GEOCODER: SourceDescription = {
  id: "census-geocoder",
  name: "US Census Bureau geocoder",
  publisher: "US Census Bureau",
  licence: "US Government work, public domain",
  dataAsOf: "2025-12-31",
  files: [],
  required: false,
  expectedEveryDays: 365,
};
