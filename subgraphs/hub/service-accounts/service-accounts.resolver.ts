import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
} from "./service-accounts.service.ts";
import * as types from "./service-accounts.types.ts";

@Resolver()
export class ServiceAccountsResolver {
  @Query(() => types.ServiceAccountList, {
    description: "Lists all service accounts of the platform, newest first.",
  })
  serviceAccounts(@Ctx() ctx: HubContext): Promise<types.ServiceAccountList> {
    return listServiceAccounts(ctx);
  }

  @Mutation(() => types.CreatedServiceAccount, {
    description: "Creates a service account and shows its key once.",
  })
  createServiceAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.CreateServiceAccountInput) input: types.CreateServiceAccountInput,
  ): Promise<types.CreatedServiceAccount> {
    return createServiceAccount(ctx, input);
  }

  @Mutation(() => types.RevokedServiceAccount, {
    description:
      "Revokes a service account for good, from the next request on. Repeating it returns the same result.",
  })
  revokeServiceAccount(
    @Ctx() ctx: HubContext,
    @Arg("input", () => types.RevokeServiceAccountInput) input: types.RevokeServiceAccountInput,
  ): Promise<types.RevokedServiceAccount> {
    return revokeServiceAccount(ctx, input.id);
  }
}
