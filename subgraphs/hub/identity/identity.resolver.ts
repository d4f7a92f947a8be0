import type { GraphQLResolveInfo } from "graphql";
import { Arg, Ctx, Directive, FieldResolver, Info, Query, Resolver } from "type-graphql";
import { selectedFields } from "../../../src/graphql/selected-fields.ts";
import { beginBalances } from "../credits/credits.service.ts";
import type { HubContext } from "../hub.context.ts";
import { resolvePrincipal } from "./principal.service.ts";
import { readMe } from "./identity.service.ts";
import { Caller, CallerInput } from "./identity.types.ts";
import { User } from "./user.entity.ts";

@Resolver(() => User)
export class IdentityResolver {
  @Query(() => User, { description: "Returns the signed-in user, or the owner of the API key." })
  me(@Ctx() ctx: HubContext, @Info() info: GraphQLResolveInfo): Promise<User> {
    const user = readMe(ctx);
    if (selectedFields(info).has("creditBalances")) beginBalances(ctx);
    return user;
  }

  @FieldResolver(() => String, {
    description: "Hub plan of the account, from its subscription in the app central.",
  })
  plan(@Ctx() ctx: HubContext): string {
    return ctx.principal.plan;
  }

  @FieldResolver(() => Boolean, { description: "True for administrators of the platform." })
  isAdmin(@Ctx() ctx: HubContext): boolean {
    return ctx.principal.isAdmin;
  }

  @FieldResolver(() => [String], { description: "Platform roles of the user: `admin`, or an empty list." })
  roles(@Ctx() ctx: HubContext): string[] {
    return ctx.principal.isAdmin ? ["admin"] : [];
  }

  @Directive("@inaccessible")
  @Query(() => Caller, { description: "Resolves a credential to its principal. Internal to the router." })
  caller(@Ctx() ctx: HubContext, @Arg("input", () => CallerInput) input: CallerInput): Promise<Caller> {
    return resolvePrincipal(ctx, input);
  }
}
