import { Args, Query, Resolver } from "type-graphql";
import { projectTaxes } from "./project-taxes.ts";
import { ProjectTaxesArgs, TaxProjection } from "./tax-projection.types.ts";

@Resolver()
export class FinanceTaxesResolver {
  @Query(() => TaxProjection, {
    description: "Projects the US federal income and self-employment tax of a year, step by step.",
  })
  taxProjection(@Args(() => ProjectTaxesArgs) args: ProjectTaxesArgs): TaxProjection {
    return projectTaxes(args);
  }
}
