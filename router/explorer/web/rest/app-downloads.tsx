import type { ListedArea } from "../../data/docs.types.ts";

/** Links to the OpenAPI document and the collections of each app. */
export function AppDownloads({ areas }: { areas: readonly ListedArea[] }) {
  const apps = [...new Set(areas.flatMap((area) => area.apps))].toSorted();
  return (
    <details>
      <summary>Downloads per app: OpenAPI, Postman, Bruno</summary>
      <ul>
        {apps.map((app) => (
          <li key={app}>
            <a href={`/openapi/${app}.json`}>{`${app}: OpenAPI`}</a>,{" "}
            <a href={`/collections/${app}/postman.json`} download={`${app}.postman.json`}>
              {`${app}: Postman`}
            </a>
            ,{" "}
            <a href={`/collections/${app}/bruno.json`} download={`${app}.bruno.json`}>
              {`${app}: Bruno`}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
