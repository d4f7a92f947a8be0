import * as catalogue from "../properties/source-catalogue.ts";

/** The sources with a health status, the required ones first. Includes every id that a property can name. */
export const SOURCES_IN_STATUS: readonly catalogue.SourceDescription[] = [
  catalogue.SEATTLE,
  catalogue.CHICAGO,
  catalogue.NEW_YORK,
  catalogue.FEMA_NRI,
  catalogue.PORTFOLIO_MANAGER,
  catalogue.OPENFEMA,
  catalogue.GEOCODER,
  catalogue.SYNTHETIC,
];
