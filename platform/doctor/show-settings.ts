import { section } from "../../src/cli/help.ts";
import { maskUrl, showSettings, type Config, type ShownSetting } from "../../src/config/config.ts";
import { oauthProviderNames } from "../../src/config/oauth-settings.ts";

/** The output of `doctor`: the runtime, every setting with its source, and the external services. */
export function settingsReport(
  config: Config,
  settings: readonly ShownSetting[] = showSettings(config),
): string {
  const rows = settings.map(({ name, source, value }) => [name, source, value] as const);
  const given = settings.filter(({ source }) => source !== "default").length;
  return [
    `Node ${process.versions.node} (${process.execPath})`,
    "",
    ...section("Settings", aligned(rows)),
    ...section("External services", aligned(serviceRows(config))),
    `All settings are valid: ${given} given, ${settings.length - given} defaults. .env.example describes each one.`,
    "",
  ].join("\n");
}

type Row = readonly [name: string, kind: string, value: string];

function aligned(rows: readonly Row[]): (readonly [string, string])[] {
  const width = Math.max(...rows.map(([, kind]) => kind.length)) + 2;
  return rows.map(([name, kind, value]) => [name, `${kind.padEnd(width)}${value}`.trimEnd()] as const);
}

/** Each vendor and source: whether it is the sandbox's stand-in, and its URL. Credentials are not shown. */
function serviceRows({
  externalServices,
  propertySources,
  oauthProviders,
  SANDBOX_PORT,
  DEMO,
}: Config): Row[] {
  const sandboxUrl = `http://127.0.0.1:${SANDBOX_PORT}/`;
  return [
    ...Object.entries(externalServices).map(([name, { baseUrl, secret, isSandbox }]) =>
      serviceRow(name, { url: baseUrl ?? "the vendor's own URL", isSandbox, isSetUp: secret !== null }),
    ),
    ...Object.entries(propertySources).map(([name, { baseUrl, isSandbox }]) =>
      serviceRow(name, { url: baseUrl ?? "", isSandbox, isSetUp: baseUrl !== null }),
    ),
    ...oauthProviderNames.map((name) => {
      const url = oauthProviders.find((provider) => provider.name === name)?.issuer ?? "";
      return serviceRow(`oauth ${name}`, {
        url,
        isSandbox: DEMO && url.startsWith(sandboxUrl),
        isSetUp: url !== "",
      });
    }),
  ];
}

function serviceRow(
  name: string,
  { url, isSandbox, isSetUp }: { url: string; isSandbox: boolean; isSetUp: boolean },
): Row {
  if (!isSetUp) return [name, "not set up", ""];
  return [name, isSandbox ? "sandbox" : "configured", maskUrl(url)];
}
