import { Arg, Ctx, Directive, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { consumeRecord, deleteRecord, findRecord, saveRecord } from "./sign-in-record.rows.ts";
import { SaveSignInRecordInput, SignInRecord, SignInRecordKey } from "./sign-in-records.types.ts";
import { endSignIn } from "./sign-in.service.ts";

/** Records of the authorization server for agents. All of it is internal to the router. */
@Resolver()
export class AgentSignInResolver {
  @Directive("@inaccessible")
  @Query(() => SignInRecord, {
    nullable: true,
    description: "Finds a record of the authorization server. Internal to the router.",
  })
  async signInRecord(
    @Ctx() ctx: HubContext,
    @Arg("key", () => SignInRecordKey) key: SignInRecordKey,
  ): Promise<SignInRecord | null> {
    const row = await findRecord(ctx.em, key, ctx.clock.now());
    if (!row) return null;
    return { payload: row.payload, consumedAt: row.consumedAt === null ? null : new Date(row.consumedAt) };
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Stores a record of the authorization server. Internal to the router.",
  })
  async saveSignInRecord(
    @Ctx() ctx: HubContext,
    @Arg("input", () => SaveSignInRecordInput) input: SaveSignInRecordInput,
  ): Promise<boolean> {
    await saveRecord(ctx.em, input);
    return true;
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Uses a code or token up; false when it was used before. Internal to the router.",
  })
  consumeSignInRecord(
    @Ctx() ctx: HubContext,
    @Arg("kind", () => String, { description: "Kind of the record." }) kind: string,
    @Arg("id", () => String, { description: "ID of the record." }) id: string,
  ): Promise<boolean> {
    return consumeRecord(ctx.em, kind, id, ctx.clock.now());
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Deletes a record of the authorization server. Internal to the router.",
  })
  async deleteSignInRecord(
    @Ctx() ctx: HubContext,
    @Arg("kind", () => String, { description: "Kind of the record." }) kind: string,
    @Arg("id", () => String, { description: "ID of the record." }) id: string,
  ): Promise<boolean> {
    await deleteRecord(ctx.em, kind, id);
    return true;
  }

  @Directive("@inaccessible")
  @Mutation(() => Boolean, {
    description: "Ends a sign-in of an agent with all of its tokens. Internal to the router.",
  })
  async endSignIn(
    @Ctx() ctx: HubContext,
    @Arg("grantId", () => String, { description: "ID of the sign-in." }) grantId: string,
  ): Promise<boolean> {
    await endSignIn(ctx, grantId);
    return true;
  }
}
