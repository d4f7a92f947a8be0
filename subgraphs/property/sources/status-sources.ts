import * as catalogue from "../properties/source-catalogue.ts";

/** The sources whose health is told, the required ones first. Each id that a property can name is among them. */
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
