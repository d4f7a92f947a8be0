import { Arg, Args, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listRequests, readRequest, recordRequests } from "./requests.service.ts";
import * as types from "./requests.types.ts";

@Resolver()
export class RequestsResolver {
  @Query(() => types.LoggedRequestPage, {
    description: "Lists the requests of the account in the last 30 days, newest first.",
  })
  requests(
    @Ctx() ctx: HubContext,
    @Args(() => types.RequestsArgs) args: types.RequestsArgs,
  ): Promise<types.LoggedRequestPage> {
    return listRequests(ctx, args);
  }

  @Query(() => types.LoggedRequest, {
    description: "Returns one request of the account. Its ID is in `x-request-id` and in errors.",
  })
  request(
    @Ctx() ctx: HubContext,
    @Args(() => types.RequestArgs) args: types.RequestArgs,
  ): Promise<types.LoggedRequest> {
    return readRequest(ctx, args);
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Records requests answered by a router. Internal to the platform.",
  })
  recordRequests(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RecordRequestsInput) input: types.RecordRequestsInput,
  ): Promise<boolean> {
    return recordRequests(ctx, input.entries);
  }
}
