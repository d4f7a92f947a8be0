import { Arg, Ctx, Directive, FieldResolver, Query, Resolver } from "type-graphql";
import type { HubContext } from "../hub.context.ts";
import { resolveCaller } from "./caller.service.ts";
import { readMe } from "./identity.service.ts";
import { Caller, CallerInput } from "./identity.types.ts";
import { User } from "./user.entity.ts";

@Resolver(() => User)
export class IdentityResolver {
  @Query(() => User, { description: "The signed-in person, or the owner of the key." })
  me(@Ctx() ctx: HubContext): Promise<User> {
    return readMe(ctx);
  }

  @FieldResolver(() => String, { description: "Plan of the account, held for the app central." })
  plan(@Ctx() ctx: HubContext): string {
    return ctx.principal.plan;
  }

  @FieldResolver(() => Boolean, { description: "True for administrators of the platform." })
  isAdmin(@Ctx() ctx: HubContext): boolean {
    return ctx.principal.isAdmin;
  }

  @FieldResolver(() => [String], { description: "Roles on the platform: `admin`, or none." })
  roles(@Ctx() ctx: HubContext): string[] {
    return ctx.principal.isAdmin ? ["admin"] : [];
  }

  @Directive("@inaccessible")
  @Query(() => Caller, { description: "Who a credential stands for. For the router alone." })
  caller(@Ctx() ctx: HubContext, @Arg("input", () => CallerInput) input: CallerInput): Promise<Caller> {
    return resolveCaller(ctx, input);
  }
}
