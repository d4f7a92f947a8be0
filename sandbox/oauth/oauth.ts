import type { FastifyReply } from "fastify";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import { DomainError } from "../../src/errors.ts";
import type { OauthProviderName } from "../../src/config/oauth-settings.ts";
import type { StandIn } from "../stand-in.ts";
import { ReplyFaultPlan } from "../processor/reply-faults.ts";
import { Snapshot } from "../processor/snapshot.ts";
import { createAuthorizationServer } from "./authorization-server.ts";
import { GrantStore, type StoredGrants } from "./grant-store.ts";
import { answerInteraction } from "./interaction.ts";
import { replayRequest } from "../../src/http/replayed-request.ts";
import { ConnectedApi } from "./connected-api.ts";
import { BookStore } from "./book-store.ts";
import { addCalendarApis } from "./calendar-apis.ts";
import { CalendarWorld } from "./calendar-world.ts";
import { addContactApis } from "./contact-apis.ts";
import { addDriveApis } from "./drive-apis.ts";
import { addMailApis } from "./mail-apis.ts";
import { addQuickbooksApi, nameCompany } from "./quickbooks-api.ts";
import { addSwitches } from "./switches.ts";
import { addXeroApi } from "./xero-api.ts";

export interface OauthOptions {
  /** The platform's own address: people are sent back to its callback, and nowhere else. */
  publicUrl: string;
  /** The servers, with the supported scopes of each. */
  servers: readonly { name: OauthProviderName; scopes: readonly string[] }[];
}

const snapshotSchema = z.object({
  version: z.literal(1),
  entries: z.custom<StoredGrants>((value) => typeof value === "object" && value !== null),
});

/**
 * The authorization servers of all outside services, each an issuer of its own under `/oauth/{name}`: OpenID Connect with
 * PKCE, rotating refresh tokens and revocation. `sandbox=approve` or `sandbox=deny` in an authorization request decides
 * without a person, `sandbox_login` says who, and `sandbox_scopes` which of the requested scopes are granted. Grants outlive a restart.
 */
export function createOauthStandIn({ publicUrl, servers }: OauthOptions): StandIn {
  return {
    name: "oauth",
    async register(app, { url, clock, log, keyDir }) {
      const touch = (): void => snapshot.touch();
      const store = new GrantStore({ now: () => clock.now().getTime(), onChange: touch });
      const data = () => ({ version: 1, entries: store.entries });
      const snapshot = new Snapshot({ dir: keyDir, name: "oauth.json", data, log });
      const kept = await snapshot.read();
      if (kept !== null) {
        const { data: earlier } = snapshotSchema.safeParse(kept);
        if (!earlier) throw new Error(`${snapshot.path} is of another version: remove it to begin anew.`);
        store.entries = earlier.entries;
      }
      const replyFaults = new ReplyFaultPlan();
      const opened = new Map<string, Promise<Provider>>();
      const serverOf = (name: string): Promise<Provider> => {
        const known = servers.find((server) => server.name === name);
        if (!known) throw new DomainError("NOT_FOUND", "There is no authorization server of this name.");
        const server =
          opened.get(name) ??
          createAuthorizationServer({
            ...known,
            issuer: `${url()}/${name}`,
            redirectUri: `${publicUrl}/integrations/oauth/${name}/callback`,
            store,
          });
        opened.set(name, server);
        return server;
      };
      addSwitches(app, { store, replyFaults });
      const api = new ConnectedApi(app, store);
      addMailApis(app, api);
      addCalendarApis(app, api, { url, world: new CalendarWorld({ now: () => clock.now() }) });
      addContactApis(app, api, url);
      addDriveApis(app, api, url);
      const books = new BookStore(app);
      addQuickbooksApi(app, api, books);
      addXeroApi(app, api, books);
      app.route<{ Params: { name: string; uid: string } }>({
        method: ["GET", "POST"],
        url: "/:name/interaction/:uid",
        handler: async (request, reply) =>
          answerInteraction(await serverOf(request.params.name), request, reply),
      });
      app.all<{ Params: { name: string; "*": string } }>("/:name/*", async (request, reply) => {
        const { name } = request.params;
        const server = await serverOf(name);
        const path = `/oauth/${name}`;
        const inner = request.url.slice(path.length);
        if (name === "quickbooks") nameCompany(reply.raw, store);
        holdReply(reply, () => replyFaults.strike(request.method, inner));
        reply.hijack();
        await server.callback()(replayRequest(request.raw, { url: inner, body: request.body }), reply.raw);
      });
      app.addHook("onClose", () => snapshot.flush());
    },
  };
}

/** The reply is sent once the faults have been suffered, or the connection is cut in its place. */
function holdReply(reply: FastifyReply, strike: () => Promise<boolean>): void {
  const { raw } = reply;
  const end = raw.end.bind(raw) as (...args: unknown[]) => typeof raw;
  raw.end = ((...args: unknown[]) => {
    void strike().then((isLost) => (isLost ? raw.socket?.destroy() : end(...args)));
    return raw;
  }) as typeof raw.end;
}
