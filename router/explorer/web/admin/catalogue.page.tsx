import { SectionPage } from "./section-page.tsx";
import type { FormField, Section } from "./section.types.ts";

const text = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  kind: "text",
  ...more,
});
const required = { isRequired: true } as const;
const number = { kind: "number" } as const;
const yesNo = { kind: "yes-no" } as const;
const lines = { kind: "lines" } as const;

const appTexts = [
  text("name", "Name", required),
  text("tagline", "Tagline", required),
  text("description", "Description", required),
  text("category", "Category", required),
];
const appSettings = [
  text("defaultUrl", "URL of the app"),
  text("allowedOrigins", "Allowed origins, one per line", lines),
  text("visibility", "Visibility", { kind: "choice", choices: ["public", "coming_soon", "hidden"] }),
];
const planTexts = [
  text("name", "Name", required),
  text("description", "Description", required),
  text("features", "Features, one per line", lines),
];
const planPrices = [
  text("monthlyPrice", "Monthly price", { ...number, from: "monthly.amount" }),
  text("yearlyPrice", "Yearly price", { ...number, from: "yearly.amount" }),
  text("monthlyPriceId", "ID of an existing monthly price", { from: "monthly.priceId" }),
  text("yearlyPriceId", "ID of an existing yearly price", { from: "yearly.priceId" }),
  text("custom", "Custom price", yesNo),
  text("highlighted", "Highlighted", yesNo),
  text("sortOrder", "Position", number),
];
const packageSettings = [
  text("price", "Price", { ...number, isRequired: true }),
  text("bonusCredits", "Bonus credits", number),
  text("priceId", "ID of an existing price"),
  text("validityDays", "Days until credits expire", number),
  text("popular", "Highlighted", yesNo),
  text("sortOrder", "Position", number),
];
const ofApp = (label: string, initial = ""): FormField => text("appId", label, { initial });
const onSale = text("active", "On sale", yesNo);

const apps: Section = {
  path: "/admin/apps",
  title: "Apps",
  intro: "Apps that requests can act for. A change counts for every process at once.",
  list: "AppRegistry",
  rows: "apps",
  key: "appId",
  columns: [
    { name: "App", field: "appId" },
    { name: "Name", field: "name" },
    { name: "Visibility", field: "visibility" },
    { name: "Status", field: "status" },
    { name: "Updated", field: "updatedAt" },
  ],
  detail: { operation: "RegisteredApp", argument: "appId" },
  create: {
    name: "Register app",
    operation: "CreateApp",
    fields: [ofApp("App ID"), ...appTexts, ...appSettings],
  },
  actions: [
    {
      name: "Change app",
      operation: "UpdateApp",
      words: "Requests treat a retired app as unknown.",
      fields: [
        ...appTexts,
        ...appSettings,
        text("status", "Status", { kind: "choice", choices: ["active", "retired"] }),
      ],
      keys: { appId: "appId" },
      isChange: true,
    },
  ],
};

const plans: Section = {
  path: "/admin/plans",
  title: "Plans",
  intro:
    "Plans of an app. A plan without a price ID cannot be bought; saving a change creates the missing prices.",
  list: "PlanRegistry",
  rows: "plans",
  filters: [ofApp("App", "central")],
  key: "planId",
  columns: [
    { name: "Plan", field: "planId" },
    { name: "Name", field: "name" },
    { name: "Monthly", field: "monthly.amount", isNumber: true },
    { name: "Yearly", field: "yearly.amount", isNumber: true },
    { name: "Currency", field: "currency" },
    { name: "On sale", field: "active" },
    { name: "Kept by", field: "source" },
  ],
  create: {
    name: "New plan",
    operation: "CreatePlan",
    fields: [
      text("appId", "App", { ...required, initial: "central" }),
      text("planId", "Plan", {
        kind: "choice",
        choices: ["starter", "professional", "business", "enterprise", "integration"],
        isRequired: true,
      }),
      ...planTexts,
      text("currency", "Currency", { initial: "USD" }),
      ...planPrices,
    ],
  },
  actions: [
    {
      name: "Change plan",
      operation: "UpdatePlan",
      isFor: (row) => row["planId"] !== "free",
      words: "Subscribers are still billed at their old price. A plan that is not on sale is archived.",
      fields: [...planTexts, ...planPrices, onSale],
      keys: { appId: "appId", planId: "planId" },
      isChange: true,
    },
  ],
};

const packages: Section = {
  path: "/admin/credit-packages",
  title: "Credit packages",
  intro:
    "Packages of credits. One without a price ID is not listed for buyers; saving a change creates the price.",
  list: "CreditPackageRegistry",
  rows: "packages",
  filters: [ofApp("App")],
  key: "packageId",
  columns: [
    { name: "Package", field: "packageId" },
    { name: "App", field: "appId" },
    { name: "Name", field: "name" },
    { name: "Credits", field: "credits", isNumber: true },
    { name: "Price", field: "price", isNumber: true },
    { name: "Price ID", field: "priceId" },
    { name: "On sale", field: "active" },
  ],
  create: {
    name: "New package",
    operation: "CreateCreditPackage",
    fields: [
      text("packageId", "Package ID", { ...required, initial: "pkg_" }),
      text("appId", "App", { ...required, initial: "central" }),
      text("name", "Name", required),
      text("description", "Description", required),
      text("credits", "Credits", { ...number, isRequired: true }),
      ...packageSettings,
    ],
  },
  actions: [
    {
      name: "Change package",
      operation: "UpdateCreditPackage",
      words: "Open checkout pages keep the old price.",
      fields: [
        text("name", "Name", required),
        text("description", "Description"),
        ...packageSettings,
        onSale,
      ],
      keys: { packageId: "packageId" },
      isChange: true,
    },
  ],
};

const prices: Section = {
  path: "/admin/operation-costs",
  title: "Operation prices",
  intro: "What the operations cost in credits. Credits on hold keep the price of their hold.",
  list: "OperationCosts",
  rows: "costs",
  key: "operation",
  columns: [
    { name: "Operation", field: "operation" },
    { name: "Credits", field: "cost", isNumber: true },
    { name: "Unit", field: "unit" },
    { name: "Description", field: "description" },
    { name: "Charged", field: "enabled" },
  ],
  actions: [
    {
      name: "Change price",
      operation: "SetOperationCost",
      isDangerous: true,
      words: "The price holds for all later uses, in every app and account.",
      fields: [
        text("cost", "Credits", { ...number, isRequired: true }),
        text("unit", "Unit", required),
        text("description", "Description", required),
        text("enabled", "Charged", yesNo),
      ],
      keys: { operation: "operation" },
      isChange: true,
    },
  ],
};

const taxTables: Section = {
  path: "/admin/tax-tables",
  title: "Tax tables",
  intro: "Tables that the apps calculate with. They are part of the release and cannot be changed here.",
  list: "TaxTables",
  rows: "tables",
  key: "id",
  columns: [
    { name: "Table", field: "name" },
    { name: "App", field: "appId" },
    { name: "Place", field: "jurisdiction" },
    { name: "From", field: "effectiveFrom" },
    { name: "Until", field: "effectiveUntil" },
    { name: "Verified", field: "isVerified" },
    { name: "Source", field: "source" },
  ],
};

const sections: readonly Section[] = [apps, plans, packages, prices, taxTables];

/** Apps, plans, prices and tax tables, for administrators. */
export function Page() {
  return <SectionPage sections={sections} />;
}
