/** A body without the ID of its request, which is another one for each request. */
export function withoutRequestId<T>(body: T): T {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === "requestId" ? undefined : value)),
  ) as T;
}
