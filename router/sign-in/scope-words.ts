const actions = new Map([
  ["read", "Read"],
  ["write", "Create and change"],
  ["update", "Change"],
  ["delete", "Delete"],
]);
const resources = new Map([
  ["ai", "texts and images by AI"],
  ["credits", "credits, and spend them"],
  ["finance", "personal finances"],
  ["payroll", "payroll"],
  ["scoring", "scores of properties"],
]);

/** What a scope allows, in the words of the consent page: `read:invoices` is "Read invoices". */
export function scopeWords(scope: string): string {
  if (scope === "webhooks") return "Manage webhooks";
  const [action = "", resource = ""] = scope.split(":");
  const object =
    resource === "credits" && action === "read" ? "credits" : (resources.get(resource) ?? resource);
  return `${actions.get(action) ?? action} ${object}`;
}
