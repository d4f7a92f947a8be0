import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { completeConnection } from "./complete-connection.service.ts";
import { revokeConnection } from "./end-connection.service.ts";
import * as inputs from "./oauth-inputs.types.ts";
import * as types from "./oauth.types.ts";
import { listConnections, readStatus } from "./read-connections.service.ts";
import { startConnection } from "./start-connection.service.ts";

@Resolver()
export class OauthResolver {
  @Query(() => types.OauthConnectionStatus, {
    description:
      "Whether an app may use the caller's account at an outside service, and what it may do there.",
  })
  oauthConnectionStatus(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.OauthConnectionArgs) args: inputs.OauthConnectionArgs,
  ): Promise<types.OauthConnectionStatus> {
    return readStatus(ctx, args);
  }

  @Query(() => types.OauthConnectionPage, {
    description: "The caller's accounts at outside services that apps may use, newest first.",
  })
  oauthConnections(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.OauthConnectionsArgs) args: inputs.OauthConnectionsArgs,
  ): Promise<types.OauthConnectionPage> {
    return listConnections(ctx, args);
  }

  @Mutation(() => types.StartedOauthConnection, {
    description:
      "Begins to connect an account at an outside service; the person says yes or no at `authUrl`.",
  })
  startOauthConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.StartOauthConnectionInput) input: inputs.StartOauthConnectionInput,
  ): Promise<types.StartedOauthConnection> {
    return startConnection(ctx, input);
  }

  @Mutation(() => types.CompletedOauthConnection, {
    description:
      "Takes a person back from an outside service. Browsers are sent on to `returnUrl`; who accepts JSON gets it.",
  })
  completeOauthConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CompleteOauthConnectionInput) input: inputs.CompleteOauthConnectionInput,
  ): Promise<types.CompletedOauthConnection> {
    return completeConnection(ctx, input);
  }

  @Mutation(() => types.RevokedOauthConnection, {
    description: "Ends a connection: erases its tokens here, and asks the service to end the grant.",
  })
  revokeOauthConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.RevokeOauthConnectionInput) input: inputs.RevokeOauthConnectionInput,
  ): Promise<types.RevokedOauthConnection> {
    return revokeConnection(ctx, input);
  }
}
