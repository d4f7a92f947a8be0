import { useMemo } from "preact/hooks";
import type { ListedArea } from "../../data/docs.types.ts";
import { AllowedOnly, Choice } from "../reference/list-filters.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { useAreas } from "../reference/use-areas.ts";
import { OperationRow } from "../reference/operation-row.tsx";
import { usePrices } from "../reference/use-prices.ts";
import { missingWords } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { useUrlState } from "../state/url-state.ts";
import { RowList } from "../ui/row-list.tsx";
import { AppDownloads } from "./app-downloads.tsx";

export function Page() {
  const areas = useAreas();
  return (
    <>
      <h1>REST reference</h1>
      <p>
        Every path runs a stored operation, the same as GraphQL and the agent tool. Download the whole API as{" "}
        <a href="/openapi.json">OpenAPI 3.1</a>.
      </p>
      <LoadedView loaded={areas} label="the paths">
        {(data) => (
          <>
            <AppDownloads areas={data} />
            <RestList areas={data} />
          </>
        )}
      </LoadedView>
    </>
  );
}

function RestList({ areas }: { areas: readonly ListedArea[] }) {
  const identity = useSignal(session.identity);
  const prices = usePrices();
  const [origin, setOrigin] = useUrlState("origin");
  const [allowed, setAllowed] = useUrlState("allowed");
  const groups = useMemo(
    () =>
      areas.map(({ area, title, operations }) => ({
        id: area,
        title,
        rows: operations
          .filter(({ rest }) => rest !== null)
          .filter(({ documented }) => origin === "" || documented === (origin === "documented"))
          .filter(({ access }) => allowed === "" || missingWords(identity, access) === null),
      })),
    [areas, origin, allowed, identity],
  );
  return (
    <RowList
      label="REST paths"
      groups={groups}
      keyOf={({ name }) => name}
      textOf={({ name, rest, summary, tool }) =>
        [rest!.method, rest!.path, ...rest!.others, name, summary, tool?.name].join(" ")
      }
      filters={
        <>
          <Choice
            label="Origin"
            value={origin}
            onChange={setOrigin}
            options={[
              { value: "documented", label: "Documented" },
              { value: "extension", label: "Extension" },
            ]}
          />
          <AllowedOnly name={identity.name} value={allowed} onChange={setAllowed} />
        </>
      }
    >
      {(operation) => (
        <OperationRow
          operation={operation}
          href={`/rest/${operation.name}`}
          mark={operation.rest!.method}
          name={operation.rest!.path}
          identity={identity}
          prices={prices}
        />
      )}
    </RowList>
  );
}
