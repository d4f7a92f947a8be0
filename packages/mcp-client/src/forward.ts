import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * Forwards every message of each side to the other unchanged, until either closes. A request that the platform
 * refuses is answered with an error that gives the reason, so that no agent waits forever; `report` gets the
 * reason, without the message.
 */
export async function forward(
  near: Transport,
  far: Transport,
  report: (line: string) => void,
): Promise<{ closed: Promise<void> }> {
  let finish: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (finish = resolve));
  const toFar = (message: JSONRPCMessage) => {
    far.send(message).catch((error: unknown) => {
      const reason = reasonOf(error);
      report(`not forwarded: ${reason}`);
      if ("id" in message && "method" in message && message.id !== undefined)
        void near.send({ jsonrpc: "2.0", id: message.id, error: { code: -32603, message: reason } });
    });
  };
  const toNear = (message: JSONRPCMessage) => void near.send(message).catch(() => finish());
  Object.assign(near, {
    onmessage: toFar,
    onclose: finish,
    onerror: (error: Error) => report(reasonOf(error)),
  });
  Object.assign(far, { onmessage: toNear });
  await far.start();
  await near.start();
  return { closed };
}

/** The reason of a failure, without anything that looks like a key. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/hub(sa)?_(live|test)_\w+/g, "hub_…").slice(0, 500);
}
