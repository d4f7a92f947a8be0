/** HTTP methods a documented path may have. */
export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The REST door of an operation. */
export interface RestDoor {
  method: RestMethod;
  /** `{name}` is a path parameter and becomes the argument of that name. */
  path: string;
  /** Other paths that answer the same, byte for byte. */
  aliases?: readonly string[];
  /** Aliases that are kept for old clients: they answer the same, and say that they are deprecated. */
  deprecatedAliases?: readonly string[];
  /** Success status, 200 by default. */
  status?: number;
  /** The answer is the same for everyone and may be kept this long; it carries an ETag. */
  maxAgeSeconds?: number;
  /** True when the call must name its app in `x-app-id`, or in the path form `/a/{appId}/...`. */
  needsApp?: boolean;
  /**
   * The caller signs the body and says so in this header (lower case). The operation gets both as `body` and `signature`,
   * the body byte for byte: it need not be JSON.
   */
  rawBody?: { signatureHeader: string };
  /** The most bytes a body may have, where that is more than elsewhere. */
  maxBodyBytes?: number;
  /** The answer is a file, whose bytes are sent to who wants them. */
  file?: FileDoor;
}

/** An answer of `filename`, `contentType`, `encoding` (utf8 or base64), `content` and `size`. */
export interface FileDoor {
  /** Dotted path of the input to the boolean that asks for the bytes; accepting the file's own type does too. */
  download: string;
  /** Media types that a file may have, besides JSON. */
  types: readonly string[];
}

/** The agent tool of an operation. Hints that are left out follow from the kind of the operation. */
export interface ToolDoor {
  name: string;
  title?: string;
  destructive?: boolean;
  idempotent?: boolean;
  /** Reaches people or systems outside the platform: mail, calls, money. */
  openWorld?: boolean;
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
  /** Name under which the body of REST and tools holds the answer; left out, the answer is the body. */
  bodyKey?: string;
  rest?: RestDoor;
  tool?: ToolDoor;
}

/** The rows of one area. */
export interface OperationArea {
  area: string;
  /** Heading of the area in the OpenAPI document. */
  title: string;
  operations: readonly OperationRow[];
}
