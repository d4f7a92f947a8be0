import type { AreaDefinition } from "../area.ts";
import type { CentralGroup } from "../central-groups.ts";

export const dealsOperations: AreaDefinition<CentralGroup> = {
  area: "deals",
  title: "Companies and deals",
  family: "success",
  group: "crm-deals",
  operations: [
    {
      name: "Companies",
      field: "query.companies",
      rest: { method: "GET", path: "/crm/companies" },
      tool: {
        name: "list_companies",
        group: "crm-companies",
        keywords: ["firms organizations businesses we sell to"],
      },
    },
    {
      name: "CreateCompany",
      field: "mutation.createCompany",
      bodyKey: "company",
      rest: { method: "POST", path: "/crm/companies", status: 201 },
      tool: {
        name: "create_company",
        group: "crm-companies",
        keywords: ["new firm organization business customer prospect"],
      },
    },
    {
      name: "UpdateCompany",
      field: "mutation.updateCompany",
      bodyKey: "company",
      rest: { method: "PATCH", path: "/crm/companies/{companyId}" },
      tool: {
        name: "update_company",
        group: "crm-companies",
        keywords: ["rename firm organization changed domain archive"],
        idempotent: true,
      },
    },
    {
      name: "Deals",
      field: "query.deals",
      rest: { method: "GET", path: "/crm/deals" },
      tool: { name: "list_deals", keywords: ["sales opportunities open won lost prospects"] },
    },
    {
      name: "CreateDeal",
      field: "mutation.createDeal",
      bodyKey: "deal",
      rest: { method: "POST", path: "/crm/deals", status: 201 },
      tool: { name: "create_deal", keywords: ["new sales opportunity possible sale prospect"] },
    },
    {
      name: "Deal",
      field: "query.deal",
      bodyKey: "deal",
      rest: { method: "GET", path: "/crm/deals/{dealId}" },
      tool: { name: "get_deal", keywords: ["sales opportunity details history stages"] },
    },
    {
      name: "UpdateDeal",
      field: "mutation.updateDeal",
      bodyKey: "deal",
      rest: { method: "PATCH", path: "/crm/deals/{dealId}" },
      tool: {
        name: "update_deal",
        keywords: ["change opportunity amount title expected close salesperson"],
        idempotent: true,
      },
    },
    {
      name: "MoveDealStage",
      field: "mutation.moveDealStage",
      bodyKey: "deal",
      rest: { method: "POST", path: "/crm/deals/{dealId}/stage" },
      tool: {
        name: "move_deal_stage",
        keywords: ["opportunity progressed next stage proposal negotiation reopen"],
        idempotent: true,
      },
    },
    {
      name: "CloseDeal",
      field: "mutation.closeDeal",
      bodyKey: "deal",
      rest: { method: "POST", path: "/crm/deals/{dealId}/close" },
      tool: {
        name: "close_deal",
        keywords: ["opportunity won lost signed customer said no"],
        idempotent: true,
      },
    },
    {
      name: "Pipelines",
      field: "query.pipelines",
      rest: { method: "GET", path: "/crm/pipelines" },
      tool: { name: "list_pipelines", keywords: ["which sales stages are there probabilities"] },
    },
    {
      name: "SavePipeline",
      field: "mutation.savePipeline",
      bodyKey: "pipeline",
      rest: { method: "PUT", path: "/crm/pipelines/{pipeline}" },
      tool: {
        name: "save_pipeline",
        keywords: ["set up sales process stages funnel probabilities"],
        idempotent: true,
        example: {
          pipeline: "renewals",
          name: "Renewals",
          stages: [{ stage: "offered", name: "Offered", probability: 60 }],
        },
      },
    },
    {
      name: "PipelineSummary",
      field: "query.pipelineSummary",
      rest: { method: "GET", path: "/crm/pipelines/{pipeline}/summary" },
      tool: {
        name: "get_pipeline_summary",
        keywords: ["weighted sales forecast funnel expected revenue by stage"],
      },
    },
  ],
};
