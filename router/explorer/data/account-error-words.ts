import { words } from "./words.ts";

/** Error codes of organizations, their members and approvals. */
export const accountErrorWords = {
  ACCOUNT_NOT_FOUND: words(
    "No account has this ID, or you are not a member of it.",
    "List your accounts with GET /accounts.",
  ),
  APPROVAL_REQUIRED: words(
    "The organization requires a second person for this operation. Nothing has been done.",
    "Ask another member to approve the request. Then send the same request with its `idempotencyKey` to get the result.",
  ),
  APPROVAL_REQUEST_NOT_FOUND: words(
    "No approval request that you made or can decide has this ID.",
    "List requests with `GET /account/approval-requests`.",
  ),
  INVITATION_NOT_FOUND: words(
    "No invitation has this ID or token, or it has expired, or was used or revoked.",
    "Ask an administrator of the organization for a new invitation.",
  ),
  SESSION_REVOKED: words(
    "The session of the token was revoked by its user.",
    "Sign in again. A new token of the same session is refused too.",
  ),
  MEMBER_NOT_FOUND: words(
    "No member of the account has this ID.",
    "List the members with GET /account/members.",
  ),
};
