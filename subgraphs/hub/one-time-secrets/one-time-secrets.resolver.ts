import { Arg, Ctx, Directive, Mutation, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { keepSecret, revealSecret } from "./one-time-secrets.service.ts";
import {
  KeepOneTimeSecretInput,
  KeptOneTimeSecret,
  OneTimeSecret,
  RevealOneTimeSecretInput,
} from "./one-time-secrets.types.ts";

@Resolver()
export class OneTimeSecretsResolver {
  @Mutation(() => OneTimeSecret, {
    description: "Shows a secret that an agent created, once. Only its person sees it, within one hour.",
  })
  revealOneTimeSecret(
    @Ctx() ctx: HubContext,
    @Arg("input", () => RevealOneTimeSecretInput) input: RevealOneTimeSecretInput,
  ): Promise<OneTimeSecret> {
    return revealSecret(ctx, input);
  }

  @Directive("@inaccessible")
  @Mutation(() => KeptOneTimeSecret, {
    description: "Keeps a secret of a tool's result for its person. Internal to the platform.",
  })
  keepOneTimeSecret(
    @Ctx() ctx: HubContext,
    @Arg("input", () => KeepOneTimeSecretInput) input: KeepOneTimeSecretInput,
  ): Promise<KeptOneTimeSecret> {
    return keepSecret(ctx, input);
  }
}
