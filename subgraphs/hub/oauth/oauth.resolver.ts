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
    description: "Returns whether an app can use the account at an external service, and its scopes.",
  })
  oauthConnectionStatus(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.OauthConnectionArgs) args: inputs.OauthConnectionArgs,
  ): Promise<types.OauthConnectionStatus> {
    return readStatus(ctx, args);
  }

  @Query(() => types.OauthConnectionPage, {
    description: "Lists accounts at external services that apps may use, newest first.",
  })
  oauthConnections(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.OauthConnectionsArgs) args: inputs.OauthConnectionsArgs,
  ): Promise<types.OauthConnectionPage> {
    return listConnections(ctx, args);
  }

  @Mutation(() => types.StartedOauthConnection, {
    description:
      "Starts connecting an account at an external service. The person gives consent at `authUrl`.",
  })
  startOauthConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.StartOauthConnectionInput, {
      description: "Service, app and scopes to connect.",
    })
    input: inputs.StartOauthConnectionInput,
  ): Promise<types.StartedOauthConnection> {
    return startConnection(ctx, input);
  }

  @Mutation(() => types.CompletedOauthConnection, {
    description:
      "Completes an authorization when the person returns from the service. Redirects browsers to `returnUrl`; clients that accept JSON get the result.",
  })
  completeOauthConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CompleteOauthConnectionInput, {
      description: "Callback parameters from the service.",
    })
    input: inputs.CompleteOauthConnectionInput,
  ): Promise<types.CompletedOauthConnection> {
    return completeConnection(ctx, input);
  }

  @Mutation(() => types.RevokedOauthConnection, {
    description:
      "Disconnects an external service: erases its tokens and asks the service to revoke the grant.",
  })
  revokeOauthConnection(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.RevokeOauthConnectionInput, { description: "Connection to revoke." })
    input: inputs.RevokeOauthConnectionInput,
  ): Promise<types.RevokedOauthConnection> {
    return revokeConnection(ctx, input);
  }
}
