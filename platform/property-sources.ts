import type { Config } from "../src/config/config.ts";
import {
  CHICAGO,
  FEMA_NRI,
  GEOCODER,
  NEW_YORK,
  OPENFEMA,
  PORTFOLIO_MANAGER,
  SEATTLE,
  type SourceDescription,
} from "../subgraphs/property/properties/source-catalogue.ts";
import { createArcgisSource } from "../subgraphs/property/sources/arcgis.adapter.ts";
import { createCensusGeocoder } from "../subgraphs/property/sources/census-geocoder.adapter.ts";
import { createPortfolioManager } from "../subgraphs/property/sources/espm.adapter.ts";
import { createFileSource } from "../subgraphs/property/sources/file.adapter.ts";
import { createOpenFemaSource } from "../subgraphs/property/sources/openfema.adapter.ts";
import type { PropertySource } from "../subgraphs/property/sources/property-source.port.ts";
import { createSocrataSource } from "../subgraphs/property/sources/socrata.adapter.ts";

/**
 * The publishers of building data that the configuration names: over the network where an address is set, else from the
 * directory of their files if there is one.
 */
export function propertySources(config: Config): PropertySource[] {
  const { propertySources: set, PROPERTY_DATA_DIR: dir, PROPERTY_SOURCE_TIMEOUT_MS: totalMs } = config;
  const portal = (
    { id, files }: SourceDescription,
    name: "seattle" | "chicago" | "newYork",
    datasets: string[],
  ) => {
    const { baseUrl, token: appToken, isSandbox } = set[name];
    if (baseUrl !== null)
      return [createSocrataSource({ id, baseUrl, datasets, appToken, isSandbox, totalMs })];
    return dir === undefined ? [] : [createFileSource({ id, dir, files })];
  };
  const { arcgis, openfema, geocoder, portfolioManager } = set;
  const riskIndex = () => {
    const { baseUrl, token, isSandbox } = arcgis;
    if (baseUrl !== null)
      return [
        createArcgisSource({ id: FEMA_NRI.id, baseUrl, token, isSandbox, orderBy: "STCOFIPS", totalMs }),
      ];
    return dir === undefined ? [] : [createFileSource({ id: FEMA_NRI.id, dir, files: FEMA_NRI.files })];
  };
  const entity = "DisasterDeclarationsSummaries";
  const { password, user } = { password: portfolioManager.token, user: config.PORTFOLIO_MANAGER_USER };
  return [
    ...portal(SEATTLE, "seattle", config.SEATTLE_DATASETS),
    ...portal(CHICAGO, "chicago", config.CHICAGO_DATASETS),
    ...portal(NEW_YORK, "newYork", config.NYC_DATASETS),
    ...riskIndex(),
    ...(portfolioManager.baseUrl === null || password === null
      ? []
      : [
          createPortfolioManager({
            ...at(portfolioManager),
            id: PORTFOLIO_MANAGER.id,
            user,
            password,
            totalMs,
          }),
        ]),
    ...(openfema.baseUrl === null
      ? []
      : [createOpenFemaSource({ ...at(openfema), id: OPENFEMA.id, entity, totalMs })]),
    ...(geocoder.baseUrl === null
      ? []
      : [createCensusGeocoder({ ...at(geocoder), id: GEOCODER.id, totalMs })]),
  ];
}

function at({ baseUrl, isSandbox }: { baseUrl: string | null; isSandbox: boolean }) {
  return { baseUrl: baseUrl ?? "", isSandbox };
}
