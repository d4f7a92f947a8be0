import type { CrmCompany } from "./company.types.ts";

/** The public event of a company, as it is after the change. */
export function companyEvent(name: "created" | "updated", ownerId: string, company: CrmCompany) {
  return {
    type: `crm.company.${name}`,
    objectId: company.companyId,
    appId: null,
    ownerId,
    payload: { object: company, previous: null },
  };
}
