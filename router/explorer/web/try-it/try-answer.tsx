import { JsonView } from "../response/json-view.tsx";
import { loadCharts } from "../response/load-charts.ts";
import { ListTables } from "../response/list-table.tsx";
import { listTables } from "../response/list-tables.ts";
import { creditWords, durationWords, limitWords } from "../session/meter.ts";
import type { Answer } from "../session/send.ts";
import type { Identity } from "../session/identity.ts";
import type { ExampleRun } from "../reference/example-identity.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { IdChip } from "../ui/id-chip.tsx";
import { LoadedPart } from "../ui/loaded-part.tsx";
import { Pill, type PillTone } from "../ui/pill.tsx";
import { Tabs } from "../ui/tabs.tsx";
import type { AccessDocs } from "../../data/docs.types.ts";
import { RefusalHelp } from "./refusal-help.tsx";
import type { TryOutcome } from "./use-try.ts";

/** Longer texts are shown up to here. */
const shownText = 100_000;

interface TryResultProps {
  outcome: TryOutcome;
  access: AccessDocs;
  example: ExampleRun | null;
  onRunAs(identity: Identity): void;
}

/** Outcome of a request: its response and, after a refusal, what is missing and who has it. */
export function TryResult({ outcome, access, example, onRunAs }: TryResultProps) {
  const { answer, refusal, as, isDryRun } = outcome;
  return (
    <>
      {refusal && (
        <RefusalHelp refusal={refusal} access={access} example={example} as={as} onRunAs={onRunAs} />
      )}
      <TryAnswer answer={answer} isDryRun={isDryRun && !refusal} />
    </>
  );
}

/** A response: status, duration, cost and limits, and its content as JSON, as a table and with its headers. */
function TryAnswer({ answer, isDryRun }: { answer: Answer; isDryRun: boolean }) {
  const { body, meta, headers } = answer;
  const facts = [
    durationWords(meta.ms),
    meta.credits && creditWords(meta.credits.charged),
    meta.credits && `${meta.credits.remaining.toLocaleString("en")} left`,
    limitWords(meta),
    meta.isReplay && "replayed",
    isDryRun && "dry run, nothing changed",
  ].filter(Boolean);
  const tone: PillTone = meta.status < 300 ? "ok" : meta.status < 500 ? "warn" : "bad";
  const tables = listTables(body);
  return (
    <div class="try-answer">
      <p role="status">
        <Pill tone={tone}>{meta.status}</Pill> · {facts.join(" · ")}
      </p>
      <Tabs
        label="Response"
        tabs={[
          { name: "Body", content: <BodyView answer={answer} /> },
          ...(tables.length > 0
            ? [
                { name: "Table", content: <ListTables tables={tables} /> },
                {
                  name: "Chart",
                  content: <LoadedPart load={loadCharts} label="the chart" props={{ tables }} />,
                },
              ]
            : []),
          { name: "Headers", content: <HeaderLines headers={headers} /> },
        ]}
      />
      {meta.requestId !== null && (
        <p class="muted">
          Request <IdChip id={meta.requestId} />
        </p>
      )}
    </div>
  );
}

function BodyView({ answer: { body, text } }: { answer: Answer }) {
  if (typeof body !== "string") return <JsonView value={body} label="Response" />;
  if (text === "") return <p class="muted">The response has no body.</p>;
  const rest = text.length - shownText;
  const code = rest > 0 ? `${text.slice(0, shownText)}\n… ${rest} more characters` : text;
  return <CodeBlock label="Response" code={code} />;
}

function HeaderLines({ headers }: { headers: Answer["headers"] }) {
  return <CodeBlock label="Headers" code={headers.map(([name, value]) => `${name}: ${value}`).join("\n")} />;
}
