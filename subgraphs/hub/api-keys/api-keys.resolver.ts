import { Arg, Args, Ctx, Directive, ID, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { listApiKeys, readApiKey, revokeApiKey, updateApiKey } from "./api-keys.service.ts";
import * as inputs from "./api-key-inputs.types.ts";
import * as types from "./api-keys.types.ts";
import { createApiKey, rotateApiKey } from "./issue-key.service.ts";
import { readAccountUsage, readUsage, recordUsage } from "./usage.service.ts";
import * as usage from "./usage.types.ts";

@Resolver()
export class ApiKeysResolver {
  @Query(() => types.ApiKeyPage, {
    description:
      "Lists the account's API keys, newest first. Requires the integration tier, now or within the last 7 days.",
  })
  apiKeys(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.ApiKeysArgs) args: inputs.ApiKeysArgs,
  ): Promise<types.ApiKeyPage> {
    return listApiKeys(ctx, args);
  }

  @Query(() => types.ApiKey, { description: "Returns one API key of the account." })
  apiKey(
    @Ctx() ctx: HubContext,
    @Arg("id", () => ID, { description: "ID of the API key." }) id: string,
  ): Promise<types.ApiKey> {
    return readApiKey(ctx, id);
  }

  @Query(() => usage.ApiKeyUsage, {
    description: "Reports the usage of an API key by calendar period (UTC), hour or day, and endpoint.",
  })
  apiKeyUsage(
    @Ctx() ctx: HubContext,
    @Args(() => usage.ApiKeyUsageArgs) args: usage.ApiKeyUsageArgs,
  ): Promise<usage.ApiKeyUsage> {
    return readUsage(ctx, args);
  }

  @Query(() => usage.AccountKeyUsage, {
    description: "Reports the usage of all API keys by hour or day (UTC), key and endpoint.",
  })
  accountKeyUsage(
    @Ctx() ctx: HubContext,
    @Args(() => usage.UsageRangeArgs) args: usage.UsageRangeArgs,
  ): Promise<usage.AccountKeyUsage> {
    return readAccountUsage(ctx, args);
  }

  @Mutation(() => types.CreatedApiKey, {
    description: "Creates an API key and shows its secret once. Maximum 20 active keys per account.",
  })
  createApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateApiKeyInput) input: inputs.CreateApiKeyInput,
  ): Promise<types.CreatedApiKey> {
    return createApiKey(ctx, input);
  }

  @Mutation(() => types.UpdatedApiKey, {
    description: "Updates an API key. Scopes can be removed but not added.",
  })
  updateApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateApiKeyInput) input: inputs.UpdateApiKeyInput,
  ): Promise<types.UpdatedApiKey> {
    return updateApiKey(ctx, input);
  }

  @Mutation(() => types.RotatedApiKey, {
    description:
      "Rotates an API key and shows the new secret once. The previous key works for a grace period.",
  })
  rotateApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.RotateApiKeyInput) input: inputs.RotateApiKeyInput,
  ): Promise<types.RotatedApiKey> {
    return rotateApiKey(ctx, input);
  }

  @Mutation(() => types.RevokedApiKey, {
    description:
      "Revokes an API key for good, from the next request on. Repeating it returns the same result.",
  })
  revokeApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.RevokeApiKeyInput) input: inputs.RevokeApiKeyInput,
  ): Promise<types.RevokedApiKey> {
    return revokeApiKey(ctx, input.id);
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Records request counts collected by a router. Internal to the platform.",
  })
  recordKeyUsage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => usage.RecordKeyUsageInput) input: usage.RecordKeyUsageInput,
  ): Promise<boolean> {
    return recordUsage(ctx, input);
  }
}
