/** URL of the sandbox's webhook receiver on this port, which replaces a customer's own system. */
export function receiverUrl(sandboxPort: number): string {
  return `http://127.0.0.1:${sandboxPort}/receiver`;
}

/** Where it takes webhooks in: at any path below this address. */
export function receiverHooksUrl(sandboxPort: number): string {
  return `${receiverUrl(sandboxPort)}/hooks`;
}
