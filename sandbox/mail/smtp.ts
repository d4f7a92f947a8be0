import { createServer, type AddressInfo, type Socket } from "node:net";
import type { SMTPServer } from "smtp-server";
import type { SmtpParts } from "./smtp-server.ts";

export interface SmtpStandIn {
  port: number;
  close(): Promise<void>;
}

/** Time that open connections have to end when the stand-in closes. */
const closeTimeoutMs = 100;

/** Listens for mail. The mail server is loaded with the first connection. */
export async function startSmtp({
  host,
  port,
  ...parts
}: SmtpParts & { host: string; port: number }): Promise<SmtpStandIn> {
  const sockets = new Set<Socket>();
  let loaded: Promise<SMTPServer> | undefined;
  const load = () =>
    (loaded ??= import("./smtp-server.ts").then(({ createSmtpServer }) => createSmtpServer(parts)));
  const listener = createServer((socket) => {
    sockets.add(socket.on("close", () => sockets.delete(socket)));
    // A client may go away before the server listens to its connection.
    socket.on("error", () => undefined);
    void load().then(({ server }) => server.emit("connection", socket));
  });
  const listening = await new Promise<AddressInfo>((resolve, reject) => {
    listener.once("error", reject);
    listener.listen(port, host, () => resolve(listener.address() as AddressInfo));
  });
  return {
    port: listening.port,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        setTimeout(() => sockets.forEach((socket) => socket.destroy()), closeTimeoutMs).unref();
      }),
  };
}
