import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { RevokedSession, RevokeSessionInput, SessionList } from "./session.types.ts";
import { listSessions, revokeSession } from "./sessions.service.ts";

@Resolver()
export class SessionsResolver {
  @Query(() => SessionList, {
    description: "Lists the sessions of the signed-in user: the devices that are signed in.",
  })
  sessions(@Ctx() ctx: HubContext): Promise<SessionList> {
    return listSessions(ctx);
  }

  @Mutation(() => RevokedSession, {
    description: "Signs a device out. Tokens of the session are refused from the next request on.",
  })
  revokeSession(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RevokeSessionInput) input: RevokeSessionInput,
  ): Promise<RevokedSession> {
    return revokeSession(ctx, input);
  }
}
