import { useState } from "preact/hooks";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IdChip } from "../../ui/id-chip.tsx";
import { Table } from "../../ui/table.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Panel } from "../panel.tsx";
import type { Action } from "../use-action.ts";
import { usePanel } from "../use-panel.ts";
import { amountWords, kindWords, type ApprovalRequest } from "./approvals.types.ts";

interface Asked {
  request: ApprovalRequest;
  what: "approve" | "reject";
}

/** Requests that the person made or can decide, newest first. */
export function RequestsPanel({ action }: { action: Action }) {
  const variables = { limit: 50 };
  const [state, reload] = usePanel<{ requests: readonly ApprovalRequest[] }>("ApprovalRequests", variables);
  const [asked, setAsked] = useState<Asked | null>(null);
  const run = async (operation: string, input: object, done: string) => {
    setAsked(null);
    if (await action.run(operation, { input }, done)) reload();
  };
  return (
    <Panel name="ApprovalRequests" variables={variables} state={state}>
      {({ requests }) => (
        <>
          {requests.length === 0 ? (
            <EmptyState title="No approval requests">
              <p>Operations that need a second person appear here.</p>
            </EmptyState>
          ) : (
            <RequestTable
              requests={requests}
              onAsk={(request, what) => setAsked({ request, what })}
              onCancel={({ id }) =>
                void run("CancelApprovalRequest", { requestId: id }, "The request was cancelled.")
              }
            />
          )}
          {asked && <Question asked={asked} onAct={run} onClose={() => setAsked(null)} />}
        </>
      )}
    </Panel>
  );
}

interface QuestionProps {
  asked: Asked;
  onAct(operation: string, input: object, done: string): Promise<void>;
  onClose(): void;
}

/** Shows what would run, and asks before it is approved or rejected. */
function Question({ asked: { request, what }, onAct, onClose }: QuestionProps) {
  const [reason, setReason] = useState("");
  const { id: requestId, operation, input } = request;
  const isApproval = what === "approve";
  const act = () =>
    void (isApproval
      ? onAct("ApproveApprovalRequest", { requestId }, `${operation} was approved.`)
      : onAct("RejectApprovalRequest", { requestId, reason }, `${operation} was rejected.`));
  return (
    <ConfirmDialog
      title={`${isApproval ? "Approve" : "Reject"} ${operation}?`}
      action={isApproval ? "Approve" : "Reject"}
      isDangerous={!isApproval}
      isReady={isApproval || reason.trim() !== ""}
      onAct={act}
      onClose={onClose}
    >
      <dl class="facts">
        {Object.entries(input).map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </>
        ))}
      </dl>
      {isApproval ? (
        <p>It runs once, exactly as it was requested.</p>
      ) : (
        <label>
          Reason
          <input
            type="text"
            maxLength={500}
            value={reason}
            onInput={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
      )}
    </ConfirmDialog>
  );
}

interface RequestTableProps {
  requests: readonly ApprovalRequest[];
  onAsk(request: ApprovalRequest, what: Asked["what"]): void;
  onCancel(request: ApprovalRequest): void;
}

function RequestTable({ requests, onAsk, onCancel }: RequestTableProps) {
  const button = (request: ApprovalRequest, name: string, act: () => void) => (
    <button type="button" class="small-button" aria-label={`${name}: ${request.id}`} onClick={act}>
      {name}
    </button>
  );
  return (
    <Table
      caption="Approval requests"
      rows={requests}
      keyOf={({ id }) => id}
      columns={[
        { name: "Operation", cell: ({ operation }) => operation },
        { name: "Kind", cell: ({ kind }) => kindWords(kind) },
        { name: "Amount", cell: ({ amountMinor, currency }) => amountWords(amountMinor, currency) },
        { name: "Requested by", cell: ({ requestedBy }) => <IdChip id={requestedBy} /> },
        { name: "Requested", cell: ({ createdAt }) => <TimeAgo at={createdAt} /> },
        { name: "Status", cell: statusWords },
        {
          name: "Actions",
          cell: (request) => (
            <div class="buttons">
              {request.canDecide && button(request, "Approve", () => onAsk(request, "approve"))}
              {request.canDecide && button(request, "Reject", () => onAsk(request, "reject"))}
              {request.status === "pending" &&
                !request.canDecide &&
                button(request, "Cancel", () => onCancel(request))}
            </div>
          ),
        },
      ]}
    />
  );
}

function statusWords({ status, reason, failure }: ApprovalRequest): string {
  const why = failure?.message ?? reason;
  return why ? `${status}: ${why}` : status;
}
