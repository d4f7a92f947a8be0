/** Address of the documentation of an error code: an anchor of the explorer's page of errors. It does not change. */
export function errorDocsUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/errors#${code}`;
}

/** The reference of an error of this request. */
export function errorReference(
  { requestId, publicUrl }: { requestId: string; publicUrl: string },
  code: string,
): ErrorReference {
  return { requestId, docsUrl: errorDocsUrl(publicUrl, code) };
}

/** What every error body says beside the error itself. */
export interface ErrorReference {
  /** ID of the request, as in `x-request-id`. */
  requestId: string;
  /** Address of the code's documentation. */
  docsUrl: string;
}
