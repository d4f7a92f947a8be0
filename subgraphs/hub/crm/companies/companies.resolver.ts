import { Arg, Args, Ctx, Mutation, Query, Resolver } from "type-graphql";
import type { HubContext } from "../../hub.context.ts";
import { createCompany, listCompanies, updateCompany } from "./companies.service.ts";
import {
  CompaniesArgs,
  CreateCompanyInput,
  CrmCompany,
  CrmCompanyPage,
  UpdateCompanyInput,
} from "./company.types.ts";

@Resolver()
export class CompaniesResolver {
  @Query(() => CrmCompanyPage, { description: "Lists companies of the account, newest first." })
  companies(@Ctx() ctx: HubContext, @Args(() => CompaniesArgs) args: CompaniesArgs): Promise<CrmCompanyPage> {
    return listCompanies(ctx, args);
  }

  @Mutation(() => CrmCompany, { description: "Creates a company that contacts and deals can belong to." })
  createCompany(
    @Ctx() ctx: HubContext,
    @Arg("input", () => CreateCompanyInput, { description: "Company to create." })
    input: CreateCompanyInput,
  ): Promise<CrmCompany> {
    return createCompany(ctx, input);
  }

  @Mutation(() => CrmCompany, { description: "Updates, archives or restores a company." })
  updateCompany(
    @Ctx() ctx: HubContext,
    @Arg("input", () => UpdateCompanyInput, { description: "Company ID and the fields to change." })
    input: UpdateCompanyInput,
  ): Promise<CrmCompany> {
    return updateCompany(ctx, input);
  }
}
