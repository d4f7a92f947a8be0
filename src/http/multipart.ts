import type { ResultFraming } from "./result-body.ts";

export const multipartType = "multipart/mixed";

/** Headers of a multipart response; proxies must not buffer its parts. `parameter` names the format of the parts. */
export function multipartHeaders(parameter: string | null) {
  return {
    "content-type": [`${multipartType}; boundary="-"`, ...(parameter === null ? [] : [parameter])].join("; "),
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  };
}

/** Parts of JSON, each followed by the boundary, so that a client can read it without waiting for the next one. */
export const multipartFraming: ResultFraming = {
  opening: "\r\n---",
  frame: (result) =>
    `\r\ncontent-type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(result)}\r\n---`,
  closing: "--\r\n",
};
