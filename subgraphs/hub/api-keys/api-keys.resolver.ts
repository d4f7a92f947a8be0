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
      "The caller's API keys, newest first. Needs the integration tier, or had it within the last 7 days.",
  })
  apiKeys(
    @Ctx() ctx: HubContext,
    @Args(() => inputs.ApiKeysArgs) args: inputs.ApiKeysArgs,
  ): Promise<types.ApiKeyPage> {
    return listApiKeys(ctx, args);
  }

  @Query(() => types.ApiKey, { description: "One of the caller's API keys." })
  apiKey(@Ctx() ctx: HubContext, @Arg("id", () => ID) id: string): Promise<types.ApiKey> {
    return readApiKey(ctx, id);
  }

  @Query(() => usage.ApiKeyUsage, {
    description: "What an API key was used for: by calendar time (UTC), by hour or day, and by endpoint.",
  })
  apiKeyUsage(
    @Ctx() ctx: HubContext,
    @Args(() => usage.ApiKeyUsageArgs) args: usage.ApiKeyUsageArgs,
  ): Promise<usage.ApiKeyUsage> {
    return readUsage(ctx, args);
  }

  @Query(() => usage.AccountKeyUsage, {
    description:
      "What all of the caller's API keys were used for: by calendar time (UTC), by hour or day, by key and by endpoint.",
  })
  accountKeyUsage(
    @Ctx() ctx: HubContext,
    @Args(() => usage.UsageRangeArgs) args: usage.UsageRangeArgs,
  ): Promise<usage.AccountKeyUsage> {
    return readAccountUsage(ctx, args);
  }

  @Mutation(() => types.CreatedApiKey, {
    description: "Makes an API key and shows it once. An account has at most 20 active keys.",
  })
  createApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.CreateApiKeyInput) input: inputs.CreateApiKeyInput,
  ): Promise<types.CreatedApiKey> {
    return createApiKey(ctx, input);
  }

  @Mutation(() => types.UpdatedApiKey, {
    description: "Changes an API key. Its scopes may only become fewer.",
  })
  updateApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.UpdateApiKeyInput) input: inputs.UpdateApiKeyInput,
  ): Promise<types.UpdatedApiKey> {
    return updateApiKey(ctx, input);
  }

  @Mutation(() => types.RotatedApiKey, {
    description: "Replaces an API key and shows the new one once; the old one works for a grace time.",
  })
  rotateApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.RotateApiKeyInput) input: inputs.RotateApiKeyInput,
  ): Promise<types.RotatedApiKey> {
    return rotateApiKey(ctx, input);
  }

  @Mutation(() => types.RevokedApiKey, {
    description: "Ends an API key for good, from the next call on. Again, it answers the same.",
  })
  revokeApiKey(
    @Ctx() ctx: HubContext,
    @Arg("input", () => inputs.RevokeApiKeyInput) input: inputs.RevokeApiKeyInput,
  ): Promise<types.RevokedApiKey> {
    return revokeApiKey(ctx, input.id);
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Adds the requests that a router has counted. For the platform alone.",
  })
  recordKeyUsage(
    @Ctx() ctx: HubContext,
    @Arg("input", () => usage.RecordKeyUsageInput) input: usage.RecordKeyUsageInput,
  ): Promise<boolean> {
    return recordUsage(ctx, input);
  }
}
