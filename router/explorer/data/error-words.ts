import type { ErrorCode } from "../../../src/errors.ts";

/** Why a code is answered, and what to do about it. */
export interface ErrorWords {
  cause: string;
  fix: string;
}

const words = (cause: string, fix: string): ErrorWords => ({ cause, fix });

const checkId = "Check the id. What belongs to another account is answered the same way.";
const readState = "Read the object again and act on the state that it has now.";
const tryLater = "Send the same call again later, with the same Idempotency-Key; nothing was changed.";

/** Every code has words: one without does not compile. */
export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = {
  VALIDATION_ERROR: words(
    "Something in the input is missing, unknown, of the wrong type or out of range.",
    "Each fault stands in `details.fields` with its path and the rule it breaks; all are told at once.",
  ),
  INVALID_REQUEST: words(
    "The request is not valid HTTP, has no Host header or several, or its target is not a path.",
    "Send well-formed HTTP with one Host header and the path alone as the request target.",
  ),
  REQUEST_TIMEOUT: words("The request took too long to arrive.", "Send it again on a new connection."),
  HEADERS_TOO_LARGE: words("The headers of the request are too large.", "Send fewer or shorter headers."),
  INVALID_JSON: words("The body is not JSON, or was cut off.", "Send a complete JSON object in UTF-8."),
  INVALID_URL: words(
    "An address has a form that is not accepted, or points to where the platform may not call.",
    "Give an https address of a public host, without credentials in it.",
  ),
  INVALID_CURRENCY: words(
    "The currency is not one that this operation takes.",
    "Use one that its description names.",
  ),
  INVALID_AMOUNT: words(
    "The amount is not one that can be charged or booked.",
    "Give a positive amount in major units.",
  ),
  AMOUNT_PRECISION: words(
    "The amount has more decimals than its currency, or credits more than two.",
    "Round it before you send it; the platform rounds no input.",
  ),
  INVALID_CURSOR: words(
    "The cursor is not one that this list gave out, or it belongs to other filters.",
    "Take `nextCursor` as it is, with the same filters, or begin at the first page.",
  ),
  TOO_MANY_IDS: words("The call names more ids than it takes at once.", "Send them in several calls."),
  MISSING_APP_ID: words(
    "The call is for an app and names none.",
    "Send the header x-app-id, or use the path form /a/{appId}/….",
  ),
  UNKNOWN_APP: words("There is no app of this id.", "GET /marketplace/apps lists them."),
  APP_CONFLICT: words("Path and header name different apps.", "Name the app in one place."),
  KEY_IN_URL: words(
    "A key stands in the address, where logs and proxies keep it.",
    "Send it in a header, and rotate the key that was shown.",
  ),
  QUERY_TOO_COMPLEX: words(
    "The GraphQL document is deeper, wider or dearer than one call may be.",
    "Ask for less at once: fewer fields, smaller pages, fewer aliases.",
  ),
  GRAPHQL_PARSE_FAILED: words("The document is not GraphQL.", "The message says at which line and column."),
  GRAPHQL_VALIDATION_FAILED: words(
    "The document does not fit the schema.",
    "Compare it with /schema.graphql; the message names the field or argument.",
  ),
  CSRF_PREVENTED: words(
    "The call looks like one that a foreign page could make in a browser.",
    "Send content-type: application/json, or a header of your own.",
  ),
  BOT_CHECK_FAILED: words(
    "The bot check was not passed, or its token was used before.",
    "Solve it again and send the new token.",
  ),
  INVALID_SIGNATURE: words(
    "The signature of the body is missing, old or wrong.",
    "Sign the very bytes that you send, with the current secret and time.",
  ),
  PRICE_MISMATCH: words(
    "The price that the call names is not the one that holds.",
    "Read the price again and confirm it.",
  ),
  MONTH_IN_FUTURE: words("The month has not begun.", "Ask for the current or an earlier month."),
  NOT_A_PERIOD: words(
    "Start and end make no pay period of this schedule.",
    "Use a period that the schedule lists.",
  ),
  CAP_BELOW_PACKAGE: words(
    "The monthly cap would not pay for one package.",
    "Raise monthlyCap, or choose a smaller package.",
  ),
  CONTENT_REJECTED: words(
    "The provider refuses this content.",
    "Change the prompt; the same one is refused again.",
  ),
  INVALID_EXPORT_REQUEST: words(
    "The export cannot be made of what was given.",
    "The message names what is missing.",
  ),
  INVALID_TIN: words(
    "The tax number has a form that does not exist.",
    "Give nine digits of an existing kind.",
  ),
  INVALID_TAX_FORM: words("The form's boxes do not fit together.", "`details` names the boxes."),
  MISSING_TOKEN: words(
    "The call needs a credential and has none.",
    "Send Authorization: Bearer <token>, or x-api-key: <key>.",
  ),
  UNAUTHORIZED: words(
    "The credential is not valid, is revoked, or is of a kind that does not do here.",
    "Use a current one. Some operations need a person's token, not a key.",
  ),
  TOKEN_EXPIRED: words("The token's time is over.", "Get a new one from the issuer."),
  IMAGE_CREDITS_EXHAUSTED: words(
    "The plan's images of this month are used up.",
    "Wait for the next month, or change the plan.",
  ),
  INSUFFICIENT_CREDITS: words(
    "The credits do not suffice. Nothing was done and nothing was charged.",
    "Buy credits or turn auto-reload on. On the paths of /credits the status is 400.",
  ),
  FORBIDDEN: words(
    "The credential is good, and its scope, tier, role or app does not suffice.",
    "`details.reason` says which: scope_missing, tier_required, admin_required or app_not_allowed.",
  ),
  APP_MISMATCH: words(
    "The operation belongs to another app than the call names.",
    "Name `details.expectedAppId`.",
  ),
  DOCUMENT_NOT_TRUSTED: words(
    "This server runs known GraphQL documents alone.",
    "Send the id of a known document, or have yours added to the manifest.",
  ),
  INVALID_FILE_LINK: words(
    "The link to the file is not one that was given out.",
    "Read the file again for a new link.",
  ),
  USER_NOT_FOUND: words("There is no such user, or the account is closed.", checkId),
  APP_NOT_FOUND: words("There is no such app.", "GET /marketplace/apps lists them."),
  API_KEY_NOT_FOUND: words("There is no such key.", checkId),
  SERVICE_ACCOUNT_NOT_FOUND: words("There is no such service account.", checkId),
  PACKAGE_NOT_FOUND: words(
    "There is no such package of credits.",
    "GET /credits/packages/{appId} lists them.",
  ),
  PLAN_NOT_FOUND: words("There is no such plan.", "GET /payments/plans lists them."),
  SUBSCRIPTION_NOT_FOUND: words(
    "There is no subscription for this app.",
    "GET /subscriptions/all lists them.",
  ),
  PAYMENT_METHOD_NOT_FOUND: words("There is no such payment method.", checkId),
  PROCESSOR_EVENT_NOT_FOUND: words("There is no such event of the processor.", checkId),
  CONNECTION_NOT_FOUND: words("There is no such connection.", checkId),
  INSTITUTION_NOT_FOUND: words("There is no such bank.", "Search for it by name."),
  BUSINESS_NOT_FOUND: words("There is no such business.", checkId),
  FORM_NOT_FOUND: words("There is no such form.", checkId),
  PROVIDER_NOT_FOUND: words("There is no such provider.", "Use a name that the list of providers has."),
  CONTACT_NOT_FOUND: words("There is no such contact.", checkId),
  TEMPLATE_NOT_FOUND: words("There is no such template.", checkId),
  IMPORT_NOT_FOUND: words("There is no such import.", checkId),
  CAMPAIGN_NOT_FOUND: words("There is no such campaign.", checkId),
  FILE_NOT_FOUND: words("There is no such file.", checkId),
  HOLD_NOT_FOUND: words("There is no such hold, or it has expired.", checkId),
  PROPERTY_NOT_FOUND: words("There is no such property.", "Search for it; ids carry the place as a prefix."),
  REPORT_NOT_FOUND: words("There is no such report.", checkId),
  INVOICE_NOT_FOUND: words("There is no such invoice.", checkId),
  QUOTATION_NOT_FOUND: words("There is no such quotation.", checkId),
  DOCUMENT_NOT_FOUND: words("There is no document with this id.", "Send the document's text."),
  WEBHOOK_ENDPOINT_NOT_FOUND: words("There is no such endpoint.", checkId),
  WEBHOOK_DELIVERY_NOT_FOUND: words("There is no such delivery.", checkId),
  NOT_FOUND: words("There is nothing at this path, or not for this caller.", checkId),
  METHOD_NOT_ALLOWED: words("The path does not know this method.", "The header Allow names those it has."),
  NOT_ACCEPTABLE: words(
    "The answer has no form that Accept names.",
    "Accept application/json, or a type of the file.",
  ),
  HOLD_STATE_CONFLICT: words("The hold was captured or released already.", readState),
  INVOICE_STATE_CONFLICT: words("The invoice's state does not allow it.", readState),
  VERSION_CONFLICT: words("Somebody changed it since you read it.", "Read it again and repeat your change."),
  SUBSCRIPTION_EXISTS: words(
    "The account has a subscription for this app already.",
    "Change the plan of the one there is.",
  ),
  SUBSCRIPTION_STATE_CONFLICT: words("The subscription's state does not allow it.", readState),
  FORM_ALREADY_FILED: words("The form was filed.", "File a correction instead."),
  FORM_STATE_CONFLICT: words("The form's state does not allow it.", readState),
  CONNECTION_NEEDS_REAUTH: words(
    "The other party has ended the consent.",
    "Have the person connect it again.",
  ),
  CAMPAIGN_STATE_CONFLICT: words("The campaign's state does not allow it.", readState),
  NO_PAYMENT_METHOD: words(
    "There is no default payment method.",
    "Add one; a checkout saves the one that was used.",
  ),
  PAYMENT_METHOD_IN_USE: words("A subscription is paid with it.", "Make another one the default first."),
  INVALID_STATE: words("The object's state does not allow it.", readState),
  DUPLICATE: words("There is one like it already.", "Use the one there is; `details` may name it."),
  HAS_DOCUMENTS: words("Documents refer to it.", "Archive it instead, or remove the documents first."),
  PERIOD_ALREADY_RUN: words(
    "Payroll was run for this period.",
    "Read that run; a correction is a run of its own.",
  ),
  TIMESHEETS_OPEN: words(
    "Hours of the period are not approved.",
    "Approve the timesheets that `details` names, or run with force to leave them out.",
  ),
  ALREADY_CHECKED_IN: words("The ticket was used.", "`details` says when; let nobody in by it again."),
  SOLD_OUT: words("So many tickets are not left.", "Take fewer, or tickets of another kind."),
  NOT_ACCEPTED: words("The other side has not accepted it.", "Wait for the acceptance, or ask for it."),
  NOT_CONFIRMED: words("The person was asked and did not agree.", "Call again only when they ask for it."),
  CONFIRMATION_REQUIRED: words(
    "The tool commits money or credits, and nobody has agreed to this call yet.",
    "Show `details.summary` to the person. When they agree, send the same call with `details.confirmationId`.",
  ),
  APP_EXISTS: words("There is an app of this id.", "Choose another id."),
  CONTACT_EXISTS: words("There is a contact with this address.", "Change the one there is."),
  API_KEY_LIMIT_REACHED: words(
    "The account has as many keys as it may have.",
    "Revoke one that is not used.",
  ),
  SLOT_TAKEN: words("Somebody else has the slot.", "Read the free slots again and offer those."),
  OUTSIDE_HOURS: words("The time lies outside the hours.", "Choose a free slot."),
  TOO_SOON: words("The time is nearer than the service allows.", "Choose a later slot."),
  TOO_FAR: words("The time is farther than the service allows.", "Choose an earlier slot."),
  SERIES_CONFLICT: words(
    "Dates of the series cannot be booked; none of it was.",
    "`details.conflicts` says which, why, and what is free near them. Change the rule, or skip them.",
  ),
  IDEMPOTENCY_IN_PROGRESS: words(
    "The first call with this key still runs.",
    "Wait and send it again: it gets the first answer.",
  ),
  FILE_LINK_EXPIRED: words("The link's time is over.", "Read the file again for a new link."),
  FILE_LINK_REVOKED: words("The links of this file were revoked.", "Ask the file's owner for a new link."),
  PAYLOAD_TOO_LARGE: words(
    "The body is larger than this path takes.",
    "`details.maxBytes` says how large it may be.",
  ),
  UNSUPPORTED_MEDIA_TYPE: words(
    "The body has a type that this path does not take.",
    "Send application/json.",
  ),
  RANGE_NOT_SATISFIABLE: words("The file has no such bytes.", "Ask for a range within its size."),
  IDEMPOTENCY_KEY_REUSED: words(
    "The key was used with another body.",
    "Use a new key for each thing that you want done.",
  ),
  BUSINESS_RULE: words("A rule of the domain forbids it.", "The message says which."),
  LOCAL_TIME_DOES_NOT_EXIST: words(
    "Clocks jump over this time on that day.",
    "Choose a time before or after the jump.",
  ),
  NO_EMPLOYEES: words("There is nobody to be paid.", "Add employees to the run."),
  STATE_NOT_SUPPORTED: words(
    "The state's taxes are not known.",
    "The list of tax tables names those that are.",
  ),
  RATE_LIMIT_EXCEEDED: words(
    "A limit of calls is reached.",
    "Wait as long as Retry-After says; `resetAt` tells when the call fits again.",
  ),
  INTERNAL_ERROR: words(
    "Something went wrong on our side.",
    "Tell us the request id that stands in `details`.",
  ),
  PROCESSOR_ERROR: words("The payment processor failed.", tryLater),
  BOT_CHECK_UNAVAILABLE: words("The bot check cannot be asked.", tryLater),
  PROVIDERS_UNAVAILABLE: words("No AI provider answered.", tryLater),
  STORAGE_ERROR: words("The file could not be kept or read.", tryLater),
  BANK_PROVIDER_ERROR: words("The bank's provider failed.", tryLater),
  TAX_PROVIDER_ERROR: words("The tax provider failed.", tryLater),
  UPSTREAM_FAILED: words("A party outside failed, or answered what makes no sense.", tryLater),
  SERVICE_UNAVAILABLE: words(
    "The platform starts, stops, or cannot check limits now.",
    "Wait as long as Retry-After says.",
  ),
};
