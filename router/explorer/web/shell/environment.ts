/** Facts of the server in the page: version and environment. */
export interface Environment {
  version: string;
  /** Words of the badge: "local · demo data". */
  badge: string;
  /** Demo data in production: shown in red. */
  isAlarming: boolean;
  isDemo: boolean;
}

const content = (name: string): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="hub-${name}"]`)?.content ?? "";

export const environment: Environment = {
  version: content("version"),
  badge: content("environment"),
  isAlarming: content("alarm") === "true",
  isDemo: content("demo") === "true",
};
