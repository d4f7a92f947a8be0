import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SEATTLE_HEADER =
  "OSEBuildingID,DataYear,PropertyName,Address,City,State,ZipCode,PropertyGFABuilding(s),SiteEUI(kBtu/sf),ComplianceStatus,YearBuilt";
const CHICAGO_HEADER =
  "Data Year,ID,Property Name,Reporting Status,Address,ZIP Code,Gross Floor Area - Buildings (sq ft),Site EUI (kBtu/sq ft),Primary Property Type,Year Built";
const NEW_YORK_HEADER =
  "10DigitBBl,StreetNumber,StreetName,DOFGrossSquareFootage,EnergyStar1-100Score,EnergyEfficiencyGrade";
const COUNTY_HEADER = "STATEABBRV,COUNTY,STCOFIPS,BUILDVALUE,EAL_VALB,SOVI_NPCTL,RESL_NPCTL";

export interface FolderOptions {
  /** Buildings in New York, one row each. */
  newYork?: number;
  /** Added to each New York score, so that another folder holds other values. */
  scoreShift?: number;
  /** Rows that cannot be used, after the good ones of New York. */
  bad?: readonly string[];
  /** Replaces the text of a file; null leaves the file out. */
  files?: Readonly<Record<string, string | null>>;
}

/** A small portfolio as the publishers' files: two buildings in Seattle, one in Chicago, the rest in New York. */
function portfolioTexts({ newYork = 20, scoreShift = 0, bad = [], files }: FolderOptions = {}) {
  const rows = Array.from({ length: newYork }, (_, index) => {
    const score = 1 + ((index + scoreShift) % 100);
    return `1${String(index + 1).padStart(9, "0")},${index + 1},BROADWAY,${10_000 + index},${score},B`;
  });
  const seattle = ["1,2016,Mayflower,405 Olive Way,Seattle,WA,98101,88434,81.7,Compliant,1927"];
  const texts: Record<string, string | null> = {
    "seattle_benchmarking_2015.csv": lines(SEATTLE_HEADER, [
      "2,2015,Old Hall,9 Pine St,Seattle,WA,98101,50000,70,Compliant,1950",
    ]),
    "seattle_benchmarking_2016.csv": lines(SEATTLE_HEADER, seattle),
    "chicago_benchmarking_2018_2023.csv": lines(CHICAGO_HEADER, [
      "2023,7,Willow Tower,Submitted,233 S Wacker Drive,60606,4534594,103.7,Office,1973",
    ]),
    "nyc_ll33_grades_2020.csv": lines(NEW_YORK_HEADER, [...rows, ...bad]),
    "fema_nri_counties.csv": lines(COUNTY_HEADER, [
      "NY,New York,36061,1000000,100,50,50",
      "WA,King,53033,1000000,200,40,60",
      "IL,Cook,17031,1000000,300,60,40",
    ]),
  };
  return { ...texts, ...files };
}

/** Buildings of `crowdOptions`: more than pages by number reach, and more than a search ranks whole. */
export const CROWD = { newYork: 10_150, offices: 900, namedOffices: 25 } as const;

/**
 * A portfolio with some very frequent words: New York's buildings are all on one street, and Chicago's are offices. A
 * few of these are offices by their name as well, and have the worst figures.
 */
export const crowdOptions: FolderOptions = {
  newYork: CROWD.newYork,
  files: {
    "chicago_benchmarking_2018_2023.csv": lines(
      CHICAGO_HEADER,
      Array.from({ length: CROWD.offices }, (_, index) => {
        const isNamed = index % (CROWD.offices / CROWD.namedOffices) === 0;
        const [name, siteEui] = isNamed ? [`Willow ${index} Office`, 300] : [`Willow ${index}`, 60];
        return `2023,${index + 1},${name},Submitted,${index + 1} N Willow Way,60606,50000,${siteEui},Office,1973`;
      }),
    ),
  },
};

/** Writes a portfolio to a new folder; the caller removes it. */
export async function writePortfolioFolder(options: FolderOptions = {}): Promise<{
  path: string;
  remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), "hub-portfolio-"));
  for (const [file, text] of Object.entries(portfolioTexts(options))) {
    if (text !== null) await writeFile(join(path, file), text);
  }
  return { path, remove: () => rm(path, { recursive: true }) };
}

function lines(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join("\n")}\n`;
}
