import type { ErrorCode } from "../../../src/errors.ts";
import { accountErrorWords } from "./account-error-words.ts";
import { words, type ErrorWords } from "./words.ts";
import { priceErrorWords } from "./price-error-words.ts";

const checkId = "Check the ID. Objects of another account return this error too.";
const readState = "Read the object again, and act on its current status.";
const tryLater = "Nothing was changed. Send the same request again later, with the same Idempotency-Key.";

/** Every code has words: a code without them does not compile. */
export const errorWords: Readonly<Record<ErrorCode, ErrorWords>> = {
  ...accountErrorWords,
  ...priceErrorWords,
  VALIDATION_ERROR: words(
    "The input has a field that is missing, unknown, out of range or of the wrong type.",
    "Correct the fields in `details.fields`. It lists the path and the broken rule of each fault.",
  ),
  INVALID_REQUEST: words(
    "The request is not valid HTTP, does not have exactly one Host header, or its target is not a path.",
    "Send valid HTTP with one Host header and only the path as the request target.",
  ),
  REQUEST_TIMEOUT: words("The request took too long to arrive.", "Send it again on a new connection."),
  HEADERS_TOO_LARGE: words("The headers of the request are too large.", "Send fewer or shorter headers."),
  INVALID_JSON: words(
    "The body is not valid or complete JSON, or is nested or wide beyond what any input needs.",
    "Send a complete JSON object in UTF-8, with at most 100 levels and 5,000 fields per object.",
  ),
  INVALID_URL: words(
    "A URL in the input has an invalid format, or points to a host that the platform must not reach.",
    "Use an https URL of a public host, without a user name or password.",
  ),
  INVALID_CURRENCY: words(
    "This operation does not support the currency.",
    "Use a currency from the operation's description.",
  ),
  INVALID_AMOUNT: words(
    "The amount is not allowed.",
    "Send a positive amount in major units, such as 12.50.",
  ),
  AMOUNT_PRECISION: words(
    "The amount has more decimals than its currency allows. Credits have two.",
    "Round the amount before you send it. The platform does not round input.",
  ),
  INVALID_CURSOR: words(
    "The cursor does not come from this list, or belongs to other filters.",
    "Pass `nextCursor` unchanged with the same filters, or start at the first page.",
  ),
  TOO_MANY_IDS: words("The request has too many IDs.", "Split the IDs into several requests."),
  MISSING_APP_ID: words(
    "The request needs an app and names none.",
    "Send the header x-app-id, or use the path /a/{appId}/….",
  ),
  UNKNOWN_APP: words("No app has this ID.", "List the apps with GET /marketplace/apps."),
  APP_CONFLICT: words("The path and the header name different apps.", "Name the app in one place only."),
  KEY_IN_URL: words(
    "The URL contains an API key, where logs and proxies can store it.",
    "Send the key in a header, and rotate the exposed key.",
  ),
  QUERY_TOO_COMPLEX: words(
    "The GraphQL document is deeper, wider or more complex than one request may be.",
    "Request less at once: fewer fields, smaller pages, fewer aliases.",
  ),
  GRAPHQL_PARSE_FAILED: words(
    "The document is not valid GraphQL.",
    "Correct the syntax at the line and column in the message.",
  ),
  GRAPHQL_VALIDATION_FAILED: words(
    "The document does not match the schema.",
    "Correct the field or argument that the message names. The schema is at /schema.graphql.",
  ),
  CSRF_PREVENTED: words(
    "The request looks like one that another website could send from a browser.",
    "Send content-type: application/json, or a custom header.",
  ),
  BOT_CHECK_FAILED: words(
    "The bot check failed, or its token was already used.",
    "Solve the check again and send the new token.",
  ),
  INVALID_SIGNATURE: words(
    "The signature of the body is missing, expired or wrong.",
    "Sign the exact bytes that you send, with the current secret and time.",
  ),
  MONTH_IN_FUTURE: words("The month has not started.", "Request the current month or an earlier one."),
  NOT_A_PERIOD: words(
    "The start and end dates are not a pay period of this schedule.",
    "Use a period from the schedule's list.",
  ),
  CONTENT_REJECTED: words(
    "The provider rejected this content.",
    "Change the prompt. The provider rejects the same prompt again.",
  ),
  INVALID_EXPORT_REQUEST: words("The export input is incomplete.", "Add what the message says is missing."),
  INVALID_TIN: words("The tax number has an invalid format.", "Send the nine digits of an SSN, ITIN or EIN."),
  INVALID_TAX_FORM: words("The boxes of the form contradict each other.", "Correct the boxes in `details`."),
  MISSING_TOKEN: words(
    "The request has no credential, and this operation needs one.",
    "Send Authorization: Bearer <token>, or x-api-key: <key>.",
  ),
  UNAUTHORIZED: words(
    "The credential is invalid, was revoked, or is the wrong type for this operation.",
    "Use a current credential. Some operations need a user's token instead of a key.",
  ),
  TOKEN_EXPIRED: words("The token has expired.", "Get a new token from the issuer."),
  IMAGE_CREDITS_EXHAUSTED: words(
    "The month's images are used up.",
    "Wait for the next month, or upgrade the plan.",
  ),
  INSUFFICIENT_CREDITS: words(
    "Not enough credits. Nothing was done and nothing was charged.",
    "Buy credits or turn on auto-reload. On /credits paths the status is 400.",
  ),
  FORBIDDEN: words(
    "The credential is valid, but its scope, tier, role or app does not allow this operation.",
    "Check `details.reason`: scope_missing, tier_required, admin_required or app_not_allowed.",
  ),
  APP_MISMATCH: words(
    "The operation belongs to another app than the request names.",
    "Send the app in `details.expectedAppId`.",
  ),
  DOCUMENT_NOT_TRUSTED: words(
    "This server runs only registered GraphQL documents.",
    "Send the ID of a registered document, or add yours to the manifest.",
  ),
  INVALID_FILE_LINK: words("The file link is invalid.", "Read the file again to get a new link."),
  USER_NOT_FOUND: words("The user does not exist, or the account is closed.", checkId),
  APP_NOT_FOUND: words("The app does not exist.", "List the apps with GET /marketplace/apps."),
  API_KEY_NOT_FOUND: words("The API key does not exist.", checkId),
  SERVICE_ACCOUNT_NOT_FOUND: words("The service account does not exist.", checkId),
  SUBSCRIPTION_NOT_FOUND: words(
    "The account has no subscription for this app.",
    "List the subscriptions with GET /subscriptions/all.",
  ),
  PAYMENT_METHOD_NOT_FOUND: words("The payment method does not exist.", checkId),
  PROCESSOR_EVENT_NOT_FOUND: words("The payment processor's event does not exist.", checkId),
  CONNECTION_NOT_FOUND: words("The connection does not exist.", checkId),
  INSTITUTION_NOT_FOUND: words("The bank does not exist.", "Search for the bank by name."),
  BUSINESS_NOT_FOUND: words("The business does not exist.", checkId),
  FORM_NOT_FOUND: words("The form does not exist.", checkId),
  PROVIDER_NOT_FOUND: words("The provider does not exist.", "Use a name from the list of providers."),
  CONTACT_NOT_FOUND: words("The contact does not exist.", checkId),
  COMPANY_NOT_FOUND: words("The company does not exist.", checkId),
  DEAL_NOT_FOUND: words("The deal does not exist.", checkId),
  TASK_NOT_FOUND: words("The task does not exist.", checkId),
  TEMPLATE_NOT_FOUND: words("The template does not exist.", checkId),
  IMPORT_NOT_FOUND: words("The import does not exist.", checkId),
  CAMPAIGN_NOT_FOUND: words("The campaign does not exist.", checkId),
  FILE_NOT_FOUND: words("The file does not exist.", checkId),
  HOLD_NOT_FOUND: words("The hold does not exist, or has expired.", checkId),
  PROPERTY_NOT_FOUND: words(
    "The property does not exist.",
    "Search for the property. Its ID starts with a prefix for the place.",
  ),
  REPORT_NOT_FOUND: words("The report does not exist.", checkId),
  INVOICE_NOT_FOUND: words("The invoice does not exist.", checkId),
  QUOTATION_NOT_FOUND: words("The quotation does not exist.", checkId),
  DOCUMENT_NOT_FOUND: words("No document has this ID.", "Send the text of the document."),
  WEBHOOK_ENDPOINT_NOT_FOUND: words("The webhook endpoint does not exist.", checkId),
  WEBHOOK_DELIVERY_NOT_FOUND: words("The webhook delivery does not exist.", checkId),
  NOT_FOUND: words("The path or object does not exist, or is not visible to this account.", checkId),
  METHOD_NOT_ALLOWED: words("The path does not support this method.", "Use a method from the Allow header."),
  NOT_ACCEPTABLE: words(
    "The response is not available in a type that the Accept header names.",
    "Accept application/json, or the file's own type.",
  ),
  HOLD_STATE_CONFLICT: words("The hold was already captured or released.", readState),
  INVOICE_STATE_CONFLICT: words("The invoice's status does not allow this operation.", readState),
  VERSION_CONFLICT: words("The object changed after you read it.", "Read it again and repeat your change."),
  SUBSCRIPTION_EXISTS: words("The account already has a subscription for this app.", "Change its plan."),
  SUBSCRIPTION_STATE_CONFLICT: words("The subscription's status does not allow this operation.", readState),
  FORM_ALREADY_FILED: words("The form was already filed.", "File a correction instead."),
  FORM_STATE_CONFLICT: words("The form's status does not allow this operation.", readState),
  CONNECTION_NEEDS_REAUTH: words(
    "The external service ended its consent.",
    "Ask the person to connect it again.",
  ),
  CAMPAIGN_STATE_CONFLICT: words("The campaign's status does not allow this operation.", readState),
  NO_PAYMENT_METHOD: words(
    "The account has no default payment method.",
    "Add a payment method. A checkout saves the one that was used.",
  ),
  PAYMENT_METHOD_IN_USE: words(
    "A subscription or auto-reload uses this payment method, the only one.",
    "Save another payment method first.",
  ),
  INVALID_STATE: words("The object's status does not allow this operation.", readState),
  DUPLICATE: words("The same object exists already.", "Use it. `details` may contain its ID."),
  HAS_DOCUMENTS: words("Documents refer to this object.", "Archive it, or delete the documents first."),
  PERIOD_ALREADY_RUN: words(
    "Payroll already ran for this period.",
    "Read that run. Corrections need a run of their own.",
  ),
  TIMESHEETS_OPEN: words(
    "Some hours of the period are not approved.",
    "Approve the timesheets in `details`, or run with `force` to skip them.",
  ),
  ALREADY_CHECKED_IN: words(
    "The ticket was already used.",
    "Refuse entry with this ticket. `details` has the time of the first check-in.",
  ),
  SOLD_OUT: words("Not enough tickets left.", "Order fewer tickets, or choose another ticket type."),
  NOT_ACCEPTED: words("It is not accepted yet.", "Wait until it is accepted, then try again."),
  NOT_CONFIRMED: words(
    "The person did not confirm the call.",
    "Call the tool again only when they ask for it.",
  ),
  CONFIRMATION_REQUIRED: words(
    "The tool spends money, reveals a secret or ends an account, and needs the approval of a person.",
    "Show `details.summary` to the person. When they agree, send the same call with `details.confirmationId`.",
  ),
  APP_EXISTS: words("An app with this ID exists already.", "Choose another ID."),
  CONTACT_EXISTS: words(
    "This e-mail address or phone number belongs to a contact.",
    "Update the existing contact.",
  ),
  COMPANY_EXISTS: words("This domain belongs to a company.", "Update the existing company."),
  API_KEY_LIMIT_REACHED: words("The account has too many API keys.", "Revoke a key that you do not use."),
  SLOT_TAKEN: words("The slot is already taken.", "Read the free slots again and choose one of them."),
  OUTSIDE_HOURS: words("The time is outside opening hours.", "Choose a free slot."),
  TOO_SOON: words("The time is earlier than the minimum notice of the service.", "Choose a later slot."),
  TOO_FAR: words("The time is further ahead than the service allows.", "Choose an earlier slot."),
  SERIES_CONFLICT: words(
    "Some dates of the series are not available, so nothing was booked.",
    "Change the rule or skip the dates in `details.conflicts`. It has the reason and free times nearby.",
  ),
  IDEMPOTENCY_IN_PROGRESS: words(
    "The first request with this Idempotency-Key is still running.",
    "Wait, then send it again to get the first response.",
  ),
  FILE_LINK_EXPIRED: words("The file link has expired.", "Read the file again to get a new link."),
  FILE_LINK_REVOKED: words("The links of this file were revoked.", "Ask the file's owner for a new link."),
  LINK_EXPIRED: words("The link has expired, was revoked or was replaced.", "Ask the sender for a new link."),
  PAYLOAD_TOO_LARGE: words("The body is larger than the path allows.", "Send at most `details.maxBytes`."),
  UNSUPPORTED_MEDIA_TYPE: words(
    "This path does not support the content type of the body.",
    "Send content-type: application/json.",
  ),
  RANGE_NOT_SATISFIABLE: words(
    "The range is outside the file.",
    "Request a range within the size of the file.",
  ),
  IDEMPOTENCY_KEY_REUSED: words(
    "The Idempotency-Key was already used with another body.",
    "Use a new key for each new request.",
  ),
  BUSINESS_RULE: words(
    "A business rule forbids this operation.",
    "Follow the rule in the message, then send the request again.",
  ),
  LOCAL_TIME_DOES_NOT_EXIST: words(
    "This local time does not exist, because clocks move forward on that day.",
    "Choose a time before or after the change.",
  ),
  NO_EMPLOYEES: words("The payroll run has no employees.", "Add employees to the run."),
  STATE_NOT_SUPPORTED: words(
    "Payroll does not support the taxes of this state.",
    "Choose a state from the list of tax tables.",
  ),
  RATE_LIMIT_EXCEEDED: words(
    "The rate limit is reached.",
    "Wait for the seconds in Retry-After. `resetAt` is the time when the request fits again.",
  ),
  INTERNAL_ERROR: words(
    "The platform failed unexpectedly.",
    "Send us the request ID in `details.requestId`.",
  ),
  PROCESSOR_ERROR: words("The payment processor failed.", tryLater),
  BOT_CHECK_UNAVAILABLE: words("The bot check is unavailable.", tryLater),
  PROVIDERS_UNAVAILABLE: words("No AI provider is available.", tryLater),
  STORAGE_ERROR: words("The file could not be stored or read.", tryLater),
  BANK_PROVIDER_ERROR: words("The bank provider failed.", tryLater),
  TAX_PROVIDER_ERROR: words("The tax provider failed.", tryLater),
  UPSTREAM_FAILED: words("An external service failed or returned an invalid response.", tryLater),
  SERVICE_UNAVAILABLE: words(
    "The platform is starting, stopping, or cannot check rate limits.",
    "Wait for the seconds in Retry-After, then send the request again.",
  ),
};
