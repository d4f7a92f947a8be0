import { useMemo } from "preact/hooks";
import type { ListedArea, ListedOperation } from "../../data/docs.types.ts";
import { AllowedOnly } from "../reference/list-filters.tsx";
import { LoadedView } from "../reference/loaded-view.tsx";
import { useAreas } from "../reference/use-areas.ts";
import { OperationRow } from "../reference/operation-row.tsx";
import { usePrices } from "../reference/use-prices.ts";
import { mcpConfig } from "../samples/mcp-config.ts";
import { missingWords } from "../session/identity.ts";
import { account } from "../session/account.ts";
import { session } from "../session/session.ts";
import { useSignal } from "../state/signal.ts";
import { useUrlState } from "../state/url-state.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { RowList } from "../ui/row-list.tsx";

type Row = ListedOperation & { tool: NonNullable<ListedOperation["tool"]> };

export function Page() {
  const areas = useAreas();
  const identity = useSignal(session.identity);
  const accountId = useSignal(account);
  const { origin } = window.location;
  return (
    <>
      <h1>Agent tools</h1>
      <p>
        Agents call these tools through the Model Context Protocol at <code>{origin}/mcp</code>, where{" "}
        <code>search_tools</code> finds the right tool, or as plain JSON at{" "}
        <code>/tools/&#123;name&#125;/call</code>.
      </p>
      <div class="reading">
        <CodeBlock label="Agent configuration" code={mcpConfig(identity, origin, accountId)} />
      </div>
      <LoadedView loaded={areas} label="the tools">
        {(data) => <ToolList areas={data} />}
      </LoadedView>
    </>
  );
}

function ToolList({ areas }: { areas: readonly ListedArea[] }) {
  const identity = useSignal(session.identity);
  const prices = usePrices();
  const [allowed, setAllowed] = useUrlState("allowed");
  const groups = useMemo(
    () =>
      areas.map(({ area, title, operations }) => ({
        id: area,
        title,
        rows: operations
          .filter((row): row is Row => row.tool !== null)
          .filter(({ access }) => allowed === "" || missingWords(identity, access) === null)
          .toSorted((a, b) => (a.tool.name < b.tool.name ? -1 : 1)),
      })),
    [areas, allowed, identity],
  );
  return (
    <RowList
      label="Agent tools"
      groups={groups}
      keyOf={({ tool }) => tool.name}
      textOf={({ tool, summary, access }) =>
        [tool.name, tool.app, tool.group, summary, access.scope, access.cost].join(" ")
      }
      filters={<AllowedOnly name={identity.name} value={allowed} onChange={setAllowed} />}
    >
      {(operation) => (
        <OperationRow
          operation={operation}
          href={`/tools/${operation.tool.name}`}
          mark={operation.kind === "query" ? "READ" : "WRITE"}
          name={operation.tool.name}
          identity={identity}
          prices={prices}
        />
      )}
    </RowList>
  );
}
