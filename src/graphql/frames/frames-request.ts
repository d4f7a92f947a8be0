import { framesPath } from "./frame-format.ts";

/** The header that signs the request for frames. */
export const framesSignatureHeader = "x-batch-signature";

/** What the request for frames signs in place of a body, which it has none of. */
export const framesRequest = Buffer.from(`GET ${framesPath}`);
