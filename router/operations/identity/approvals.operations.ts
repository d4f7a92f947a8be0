import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const approvalsOperations: AreaDefinition<CentralGroup> = {
  area: "approvals",
  title: "Approvals by a second person",
  group: "approvals",
  operations: [
    {
      name: "ApprovalRules",
      field: "query.approvalRules",
      rest: { method: "GET", path: "/account/approval-rules" },
      panel: { page: "/approvals", title: "Approval rules" },
      tool: {
        name: "list_approval_rules",
        keywords: ["four eyes second person who must approve dual control"],
      },
    },
    {
      // No tool: what protects an account from one person's mistake is changed by hand.
      name: "SetApprovalRule",
      field: "mutation.setApprovalRule",
      rest: { method: "PUT", path: "/account/approval-rules" },
      panel: { page: "/approvals", title: "Change a rule" },
    },
    {
      name: "ApprovalRequests",
      field: "query.approvalRequests",
      rest: { method: "GET", path: "/account/approval-requests" },
      panel: { page: "/approvals", title: "Approval requests" },
      tool: {
        name: "list_approval_requests",
        keywords: ["waiting for approval pending second person sign off"],
      },
    },
    {
      name: "ApprovalRequest",
      field: "query.approvalRequest",
      rest: { method: "GET", path: "/account/approval-requests/{requestId}" },
      tool: { name: "get_approval_request", keywords: ["was it approved status of my request"] },
    },
    // No tools that decide: the second person is a person.
    {
      name: "ApproveApprovalRequest",
      field: "mutation.approveApprovalRequest",
      rest: { method: "POST", path: "/account/approval-requests/{requestId}/approve" },
      panel: { page: "/approvals", title: "Approve" },
    },
    {
      name: "RejectApprovalRequest",
      field: "mutation.rejectApprovalRequest",
      rest: { method: "POST", path: "/account/approval-requests/{requestId}/reject" },
      panel: { page: "/approvals", title: "Reject" },
    },
    {
      name: "CancelApprovalRequest",
      field: "mutation.cancelApprovalRequest",
      rest: { method: "POST", path: "/account/approval-requests/{requestId}/cancel" },
      panel: { page: "/approvals", title: "Cancel" },
      tool: {
        name: "cancel_approval_request",
        keywords: ["withdraw request waiting"],
        destructive: true,
      },
    },
  ],
};
