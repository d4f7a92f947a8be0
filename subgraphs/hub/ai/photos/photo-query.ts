/** Search terms and attribution of photos. No network. */

/** Words that lead a search to pictures of an industry. */
const industryPrefixes: Readonly<Record<string, string>> = {
  accounting: "accounting office",
  agriculture: "agriculture farm",
  automotive: "car automotive",
  beauty: "beauty salon",
  construction: "construction site",
  consulting: "business consulting",
  education: "education classroom",
  energy: "energy power",
  entertainment: "entertainment stage",
  events: "event venue",
  fashion: "fashion clothing",
  finance: "finance business",
  fitness: "fitness gym",
  food: "food kitchen",
  healthcare: "healthcare medical",
  hospitality: "hotel hospitality",
  insurance: "insurance office",
  law: "law office",
  legal: "law office",
  logistics: "logistics warehouse",
  manufacturing: "factory manufacturing",
  marketing: "marketing agency",
  "real estate": "real estate house",
  restaurant: "restaurant dining",
  retail: "retail shop",
  software: "software technology",
  technology: "technology computer",
  transport: "transport truck",
  transportation: "transport truck",
  travel: "travel destination",
  trucking: "truck highway",
};

/** The search text: the industry's words, then those of the query. An unknown industry is used literally. */
export function photoSearchText(query: string, industry: string | null): string {
  const words =
    industry
      ?.toLowerCase()
      .replaceAll(/[\s_&-]+/g, " ")
      .trim() ?? "";
  const prefix = Object.hasOwn(industryPrefixes, words) ? industryPrefixes[words]! : words;
  return [prefix, query.trim()].filter((part) => part !== "").join(" ");
}

/** An address of the library with where the visitor comes from, as it asks of those who name its photographers. */
export function withAttribution(url: string, appId: string): string {
  const attributed = new URL(url);
  attributed.searchParams.set("utm_source", appId);
  attributed.searchParams.set("utm_medium", "referral");
  return attributed.href;
}
