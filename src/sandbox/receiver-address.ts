/** Where the sandbox on this port takes webhooks in: any path below this address. */
export function receiverUrl(sandboxPort: number): string {
  return `http://127.0.0.1:${sandboxPort}/receiver/hooks`;
}
