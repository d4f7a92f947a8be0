import { durationWords } from "../session/meter.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Pill } from "../ui/pill.tsx";
import { planSteps, type PlanReport, type PlanStep } from "./plan-steps.ts";

/** How the run was made: its steps with the time of each, and the plan in the form that gateways print. */
export function PlanPanel({ plan }: { plan: PlanReport }) {
  const root = planSteps(plan);
  const planning = plan.cached ? "the plan was cached" : `planning took ${durationWords(plan.planningMs)}`;
  return (
    <>
      <p>
        {durationWords(plan.totalMs)} in all; {planning}; {plan.fetches.length}{" "}
        {plan.fetches.length === 1 ? "fetch" : "fetches"}.
      </p>
      {root ? (
        <ol class="plan" aria-label="Steps">
          <Step step={root} totalMs={plan.totalMs} />
        </ol>
      ) : (
        <p class="muted">The router resolves this without a subgraph.</p>
      )}
      <details>
        <summary>Query plan (text)</summary>
        <CodeBlock code={plan.text} label="Plan as text" />
      </details>
      <details>
        <summary>Query plan (JSON)</summary>
        <CodeBlock code={JSON.stringify(plan.json, null, 2)} label="Plan as JSON" language="JSON" />
      </details>
    </>
  );
}

function Step({ step, totalMs }: { step: PlanStep; totalMs: number }) {
  const { kind, subject, report, operation, steps } = step;
  return (
    <li>
      <span class="plan-line">
        <strong>{kind}</strong>{" "}
        {subject !== "" && <Pill tone={operation === null ? "plain" : "accent"}>{subject}</Pill>}
        {report && (
          <>
            <span class="number">{durationWords(report.durationMs)}</span>
            {report.entities !== undefined && (
              <span class="muted">
                {report.entities} {report.entities === 1 ? "entity" : "entities"}
              </span>
            )}
            {report.error && <Pill tone="bad">{report.error}</Pill>}
            <Bar report={report} totalMs={totalMs} />
          </>
        )}
      </span>
      {operation !== null && (
        <details>
          <summary>Subgraph query</summary>
          <CodeBlock code={operation} label={`Document sent to ${subject}`} language="GraphQL" />
        </details>
      )}
      {steps.length > 0 && (
        <ol>
          {steps.map((child, index) => (
            <Step key={index} step={child} totalMs={totalMs} />
          ))}
        </ol>
      )}
    </li>
  );
}

/** When in the run a fetch was under way. The words beside it say how long. */
function Bar({ report, totalMs }: { report: NonNullable<PlanStep["report"]>; totalMs: number }) {
  const scale = 100 / Math.max(totalMs, 0.001);
  return (
    <svg class="plan-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="plan-bar-frame" x="0" y="0" width="100" height="6" />
      <rect
        class="plan-bar-run"
        x={report.startedAtMs * scale}
        y="0"
        width={Math.max(0.5, report.durationMs * scale)}
        height="6"
      />
    </svg>
  );
}
