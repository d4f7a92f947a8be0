/** The columns of each publisher's table that are read here, by the names of its files. */
export const SEATTLE_COLUMNS = [
  "OSEBuildingID",
  "DataYear",
  "BuildingType",
  "PrimaryPropertyType",
  "PropertyName",
  "Address",
  "City",
  "State",
  "ZipCode",
  "Neighborhood",
  "Latitude",
  "Longitude",
  "YearBuilt",
  "NumberofBuildings",
  "NumberofFloors",
  "PropertyGFATotal",
  "PropertyGFAParking",
  "PropertyGFABuilding(s)",
  "LargestPropertyUseType",
  "ENERGYSTARScore",
  "SiteEUI(kBtu/sf)",
  "SiteEUIWN(kBtu/sf)",
  "SourceEUI(kBtu/sf)",
  "SourceEUIWN(kBtu/sf)",
  "SiteEnergyUse(kBtu)",
  "SteamUse(kBtu)",
  "Electricity(kBtu)",
  "NaturalGas(kBtu)",
  "OtherFuelUse(kBtu)",
  "DefaultData",
  "ComplianceStatus",
  "Outlier",
  "TotalGHGEmissions",
  "GHGEmissions(MetricTonsCO2e)",
] as const;

export const CHICAGO_COLUMNS = [
  "Data Year",
  "ID",
  "Property Name",
  "Reporting Status",
  "Address",
  "ZIP Code",
  "Chicago Energy Rating",
  "Exempt From Chicago Energy Rating",
  "Community Area",
  "Primary Property Type",
  "Gross Floor Area - Buildings (sq ft)",
  "Year Built",
  "# of Buildings",
  "Water Use (kGal)",
  "ENERGY STAR Score",
  "Electricity Use (kBtu)",
  "Natural Gas Use (kBtu)",
  "District Steam Use (kBtu)",
  "District Chilled Water Use (kBtu)",
  "All Other Fuel Use (kBtu)",
  "Site EUI (kBtu/sq ft)",
  "Source EUI (kBtu/sq ft)",
  "Weather Normalized Site EUI (kBtu/sq ft)",
  "Weather Normalized Source EUI (kBtu/sq ft)",
  "Total GHG Emissions (Metric Tons CO2e)",
  "GHG Intensity (kg CO2e/sq ft)",
  "Latitude",
  "Longitude",
] as const;

export const NEW_YORK_COLUMNS = [
  "10DigitBBl",
  "StreetNumber",
  "StreetName",
  "DOFGrossSquareFootage",
  "EnergyStar1-100Score",
  "EnergyEfficiencyGrade",
] as const;

/** By source id: the columns that the portal's field names are translated back to. */
export const PUBLISHED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  "seattle-benchmarking": SEATTLE_COLUMNS,
  "chicago-benchmarking": CHICAGO_COLUMNS,
  "nyc-ll33": NEW_YORK_COLUMNS,
};

/**
 * The field name that the portals derive from a column name: lower case, every run of other characters one underscore,
 * none at the ends, one before a leading digit.
 */
export function fieldNameOf(column: string): string {
  const name = column
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  return /^\d/.test(name) ? `_${name}` : name;
}
