import type { UploadType } from "../../src/file-kind.ts";

/** HTTP methods a documented path may have. */
export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The REST door of an operation. */
export interface RestDoor {
  method: RestMethod;
  /** `{name}` is a path parameter and becomes the argument of that name. */
  path: string;
  /** Other paths with exactly the same response. */
  aliases?: readonly string[];
  /** Aliases for old clients. Their responses carry deprecation headers. */
  deprecatedAliases?: readonly string[];
  /** Success status, 200 by default. */
  status?: number;
  /** Status of an idempotent replay, where it differs. */
  replayStatus?: number;
  /** `Location` of a 201 response: `{name}` is a field of the body. */
  location?: string;
  /**
   * Sends an ETag with `Cache-Control: private`. Responses without an owner have one anyway, by their `@cacheable`. The top-level fields in `except` may differ between two
   * responses with the same content and are excluded from the ETag.
   */
  revalidates?: { except?: readonly string[] };
  /** The response is the same for everyone: any HTTP cache may store it for this many seconds. It has an ETag. */
  publicForSeconds?: number;
  /** Arguments sent as query parameters although the operation has a body. */
  queryParameters?: readonly string[];
  /** True when the request must name its app, in `x-app-id` or the path form `/a/{appId}/...`. */
  needsApp?: boolean;
  /**
   * The client signs the body and sends the signature in this header (lower case). The operation gets both as
   * `body` and `signature`, the body byte for byte: it need not be JSON. A `timestampHeader` that is signed too comes as
   * `timestamp`.
   */
  rawBody?: { signatureHeader: string; timestampHeader?: string };
  /**
   * A body of this media type is the argument `as`, in UTF-8; the other arguments are then in the query. JSON
   * is taken too.
   */
  textBody?: { type: string; as: string };
  /** Maximum body size in bytes, where it differs from the default. */
  maxBodyBytes?: number;
  /**
   * Redirects to the URL in this field: a third-party callback (302), unless the client accepts JSON, and the form of a
   * page (303). Unknown query parameters are ignored.
   */
  redirect?: string;
  /** The response is a file. With `revalidates`, its bytes have an ETag. */
  file?: FileDoor;
  /** Browsers get the response as an HTML page of this kind. */
  page?: PageKind;
  /** Accepts HTML form bodies besides JSON. */
  formBody?: true;
}

/** Pages for people without an account, authorized by their link. */
export type PageKind =
  | "invoice-payment"
  | "quotation-portal"
  | "client-portal"
  | "filer-numbers"
  | "account-invitation"
  | "booking-page"
  | "booking-result"
  | "managed-booking"
  | "event-list"
  | "event-page"
  | "event-result"
  | "managed-tickets";

/** A result of `filename`, `contentType`, `encoding` (utf8 or base64), `content` and `size`. */
export interface FileDoor {
  /** Dotted path of the input to the boolean that requests the bytes; accepting the file's own type does too. */
  download: string;
  /**
   * The bytes are the answer, unless the input says false there or `Accept` names JSON rather than the file's
   * type.
   */
  isDefault?: boolean;
  /** Media types that a file may have, besides JSON. */
  types: readonly string[];
}

/**
 * The agent tool of an operation. Default hints follow from the kind of the operation, everything else from the
 * schema: title, description, arguments, result, scope, app and cost are not repeated here.
 */
export interface ToolDoor {
  name: string;
  title?: string;
  /** Irreversible: deletes, cancels or overwrites. Agents need their user's confirmation first. */
  destructive?: boolean;
  idempotent?: boolean;
  /**
   * Reaches people or systems outside the platform: mail, calls, money. Agents need their user's confirmation
   * first.
   */
  openWorld?: boolean;
  /** Former names: they still work with a deprecation hint, but are not listed. */
  deprecatedAliases?: readonly string[];
  /** Group in which agents find it: one of the groups of its app. */
  group: string;
  /** Needed on the first day with its app: importers with few tools take these first. */
  firstDay?: true;
  /** Words and phrases of users that occur in neither its name nor its description. Search ranks by them. */
  keywords?: readonly string[];
  /** Example arguments shown to agents; generated from the schema when omitted. */
  example?: Record<string, unknown>;
  /**
   * Dotted paths of the result to third-party text that `untrusted-fields.ts` does not list by its type; lists
   * are passed through without an index. Agents get it as `{ untrustedText }`, without control characters.
   */
  untrusted?: readonly string[];
  /** An argument is the content of a file: agents may name one that was handed in, by `fileId`, instead. */
  file?: FileArgument;
  /** Asynchronous work: how agents read its result. */
  job?: JobDoor;
}

/** The argument for a file's content, its encoding, and the allowed media types. */
export interface FileArgument {
  as: string;
  encoding: "utf8" | "base64";
  types: readonly UploadType[];
}

/**
 * The panel of the explorer's dashboards that runs an operation unchanged: its query is shown beside its
 * result.
 */
export interface PanelDoor {
  /** Path of the page. */
  page: string;
  title: string;
}

/** How `get_job` follows work that a tool began. */
export interface JobDoor {
  /** Dotted path in the response to the ID of the started job. */
  id: string;
  /** Tool that reads it, and its argument for the id. */
  readWith: string;
  argument: string;
  /** Dotted path to the state in that tool's result; states that mean done, and that mean failed. */
  state: string;
  done: readonly string[];
  failed: readonly string[];
}

/**
 * One operation of the platform: a root field, and the doors it has. Shape, description, input rules, access
 * and cost are facts of the schema and are not repeated here. Its document is the one of that name in the
 * `.graphql` file beside the rows, or is generated: the root field with everything its result owns.
 */
export interface OperationRow {
  /** Document name, PascalCase. */
  name: string;
  /** Root field it runs, as `query.field` or `mutation.field`. */
  field: `query.${string}` | `mutation.${string}`;
  /** True when the source documents it; false for our extension. */
  documented: boolean;
  /** `success` adds `success: true` to the body and `success: false` to its errors. */
  family: "success" | "bare";
  /** Name of the result's field in the body of REST and tools. Default: the result is the body. */
  bodyKey?: string;
  /**
   * Fields of the result's type that this operation alone answers: what a reader of one object wants to see, and each object
   * of a list would pay for. Written documents may ask for them too.
   */
  details?: readonly string[];
  rest?: RestDoor;
  tool?: ToolDoor;
  panel?: PanelDoor;
}

/** The rows of one area, complete: `area.ts` fills in the defaults of rows as they are written. */
export interface OperationArea {
  area: string;
  /** Heading of the area in the OpenAPI document. */
  title: string;
  /** App that lists the tools whose rule names no app. Default: `central`. */
  app?: string;
  operations: readonly OperationRow[];
}
