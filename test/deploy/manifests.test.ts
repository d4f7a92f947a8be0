import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { configSchema } from "../../src/config/config-schema.ts";
import { projectPath } from "../../src/project-root.ts";

interface Manifest {
  kind: string;
  metadata: { name: string };
  // The shape is what the tests are about.
  // oxlint-disable-next-line typescript/no-explicit-any
  spec: any;
  data?: Record<string, string>;
  resources?: string[];
}

const folder = projectPath("deploy", "kubernetes");
const files = readdirSync(folder).filter((name) => name.endsWith(".yaml"));
const manifests = files.flatMap((name) =>
  parseAllDocuments(readFileSync(`${folder}/${name}`, "utf8")).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]!.message}`);
    return document.toJS() as Manifest;
  }),
);
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind);
const commands = ["router", "hub", "property", "gateway", "worker"];
const settings = new Set(Object.keys(configSchema.shape));

describe("Kubernetes", () => {
  test("every manifest is part of the whole", () => {
    const [whole] = ofKind("Kustomization");
    expect([...whole!.resources!, "kustomization.yaml"].sort()).toEqual([...files].sort());
  });

  test("each process has a deployment, and the migrations are a job", () => {
    expect(
      ofKind("Deployment")
        .map(({ metadata }) => metadata.name)
        .sort(),
    ).toEqual([...commands].sort());
    expect(ofKind("Job").map(({ spec }) => spec.template.spec.containers[0].args)).toEqual([["migrate"]]);
  });

  test.each([...ofKind("Deployment"), ...ofKind("Job")].map((one) => [one.metadata.name, one] as const))(
    "%s runs as nobody in particular and writes to its scratch alone",
    (_name, { spec }) => {
      const pod = spec.template.spec;
      expect(pod.securityContext).toMatchObject({
        runAsNonRoot: true,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(pod.automountServiceAccountToken).toBe(false);
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
        expect(container.resources).toMatchObject({
          requests: { cpu: expect.anything() },
          limits: { memory: "1Gi" },
        });
      }
    },
  );

  test.each(ofKind("Deployment").map((one) => [one.metadata.name, one] as const))(
    "%s is probed, replaced without a gap, and never gone altogether",
    (name, { spec }) => {
      const [container] = spec.template.spec.containers;
      expect(container.args).toEqual([name]);
      expect(container.readinessProbe.httpGet.path).toBe("/readyz");
      expect(container.livenessProbe.httpGet.path).toBe("/livez");
      expect(container.ports[0].containerPort).toBe(name === "worker" ? 4020 : 4000);
      expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
      expect(spec.replicas).toBeGreaterThanOrEqual(2);
      const budgets = ofKind("PodDisruptionBudget").filter(({ metadata }) => metadata.name === name);
      expect(budgets).toHaveLength(1);
      const scaled = ofKind("HorizontalPodAutoscaler").some(({ metadata }) => metadata.name === name);
      expect(scaled).toBe(name !== "worker");
    },
  );

  test("settings are ones that the platform knows, and no secret is among them", () => {
    const [{ data = {} } = {}] = ofKind("ConfigMap");
    expect(Object.keys(data).filter((name) => !settings.has(name))).toEqual([]);
    expect(Object.keys(data).filter((name) => /SECRET|KEY|PEPPER|DATABASE_URL/.test(name))).toEqual([]);
  });

  test("nothing reaches anything unless a policy says so", () => {
    const closed = ofKind("NetworkPolicy").find(({ metadata }) => metadata.name === "nothing-by-default");
    expect(closed!.spec).toEqual({ podSelector: {}, policyTypes: ["Ingress", "Egress"] });
    const subgraphs = ofKind("NetworkPolicy").find(
      ({ metadata }) => metadata.name === "subgraphs-from-inside",
    );
    const [rule] = subgraphs!.spec.ingress;
    expect(rule.from[0].podSelector.matchExpressions[0].values).toEqual([
      "router",
      "hub",
      "gateway",
      "worker",
    ]);
  });

  test("every rule names whom it opens to and at which ports", () => {
    const rules = ofKind("NetworkPolicy").flatMap(({ metadata: { name }, spec }) => [
      ...(spec.ingress ?? []).map((rule: { from?: object[]; ports?: object[] }) => ({
        name,
        peers: rule.from,
        ports: rule.ports,
      })),
      ...(spec.egress ?? []).map((rule: { to?: object[]; ports?: object[] }) => ({
        name,
        peers: rule.to,
        ports: rule.ports,
      })),
    ]);
    expect(rules.length).toBeGreaterThan(6);
    const isNamed = (selector: object | undefined) =>
      selector === undefined ? false : JSON.stringify(selector).length > "{}".length;
    for (const { name, peers = [], ports = [] } of rules) {
      expect([name, peers.length > 0, ports.length > 0]).toEqual([name, true, true]);
      for (const peer of peers as {
        ipBlock?: { except: string[] };
        namespaceSelector?: object;
        podSelector?: object;
      }[]) {
        if (peer.ipBlock)
          expect(peer.ipBlock.except).toEqual(expect.arrayContaining(["10.0.0.0/8", "169.254.0.0/16"]));
        else
          expect([name, isNamed(peer.podSelector) || isNamed(peer.namespaceSelector)]).toEqual([name, true]);
      }
    }
  });

  test("the database and the store of rate limits are reached as pods of a namespace", () => {
    const policy = ofKind("NetworkPolicy").find(
      ({ metadata }) => metadata.name === "platform-to-what-it-needs",
    );
    for (const port of [5432, 6379]) {
      const rules = policy!.spec.egress.filter((rule: { ports: { port: number }[] }) =>
        rule.ports.some((open) => open.port === port),
      );
      expect(rules).toHaveLength(1);
      for (const peer of rules[0].to) {
        expect(peer.namespaceSelector.matchLabels).toBeTruthy();
        expect(peer.podSelector.matchLabels).toBeTruthy();
      }
    }
  });

  test("images are pinned by digest", () => {
    const [whole] = ofKind("Kustomization") as unknown as { images: Record<string, string>[] }[];
    const pinned = new Map(whole!.images.map((image) => [image["name"], image]));
    for (const { spec } of [...ofKind("Deployment"), ...ofKind("Job")])
      for (const { image } of spec.template.spec.containers) {
        const own = pinned.get(image) ?? {};
        expect(own["digest"]).toMatch(/^sha256:[0-9a-f]{64}$/);
        expect(own["newTag"]).toBeUndefined();
      }
  });

  test("proxies are believed by their addresses", () => {
    const [{ data = {} } = {}] = ofKind("ConfigMap");
    expect(data["TRUSTED_PROXIES"]).toMatch(/^[\d./]+(,[\d./]+)*$/);
    const example = readFileSync(projectPath("deploy", "production.env.example"), "utf8");
    expect(example).toMatch(/# [^\n]*proxies[^\n]*\n(# [^\n]*\n)*TRUSTED_PROXIES=/);
  });
});

describe("compose", () => {
  const compose = parse(readFileSync(projectPath("deploy", "compose.yaml"), "utf8"), { merge: true }) as {
    services: Record<
      string,
      {
        command?: string[];
        read_only?: boolean;
        cap_drop?: string[];
        environment?: Record<string, string>;
        ports?: string[];
      }
    >;
  };

  test("the same processes, closed in the same way; only the router is reached from outside", () => {
    for (const name of [...commands, "migrate"]) {
      const { command, read_only, cap_drop, environment = {} } = compose.services[name]!;
      expect(command).toEqual([name]);
      expect(read_only).toBe(true);
      expect(cap_drop).toEqual(["ALL"]);
      expect(Object.keys(environment).filter((setting) => !settings.has(setting))).toEqual([]);
    }
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name]) => name)).toEqual(["router"]);
  });

  test("the example of settings names only known ones, and gives no secret", () => {
    const lines = readFileSync(projectPath("deploy", "production.env.example"), "utf8").split("\n");
    const given = lines
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split("=") as [string, string]);
    expect(given.filter(([name]) => !settings.has(name))).toEqual([]);
    expect(given.filter(([name, value]) => /SECRET|PEPPER|KEY/.test(name) && value !== "")).toEqual([]);
  });
});

describe("other federation routers", () => {
  const routers = projectPath("deploy", "routers");
  test.each(readdirSync(routers).filter((name) => name.includes("router") || name.endsWith(".toml")))(
    "%s hands each subgraph its own statement of who calls",
    (file) => {
      const text = readFileSync(`${routers}/${file}`, "utf8");
      for (const name of ["hub", "property", "gateway"]) expect(text).toContain(`x-principal-${name}`);
      if (file.endsWith(".yaml")) expect(parse(text)).toBeTypeOf("object");
    },
  );

  test("the proxy removes identity headers of clients", () => {
    const text = readFileSync(`${routers}/nginx.conf`, "utf8");
    for (const name of ["hub", "property", "gateway"])
      expect(text).toContain(`proxy_set_header x-principal-${name} $principal_${name};`);
    expect(text).toMatch(/location \/internal\/ \{ return 404; \}/);
  });
});

describe("the image", () => {
  test("the image copies only committed files and build output", () => {
    const committed = new Set(
      execFileSync("git", ["ls-files"], { cwd: projectPath(), encoding: "utf8" }).trim().split("\n"),
    );
    const ignored = readFileSync(projectPath(".dockerignore"), "utf8").trim().split("\n");
    const lines = readFileSync(projectPath("deploy", "Containerfile"), "utf8").split("\n");
    const wordsAfter = (start: string) =>
      lines
        .filter((line) => line.startsWith(start))
        .map((line) => line.slice(start.length).trim().split(/\s+/).slice(0, -1));
    const fromContext = wordsAfter("COPY ").flat();
    const fromBuild = wordsAfter("    cd /build && cp -a ").flat();
    const made = new Set(["dist", "node_modules"]);
    const isThere = (source: string) =>
      source === "." ||
      (!ignored.includes(source.split("/")[0]!) &&
        (committed.has(source) || [...committed].some((file) => file.startsWith(`${source}/`))));
    expect(fromContext.length).toBeGreaterThan(5);
    expect(fromBuild.length).toBeGreaterThan(5);
    for (const source of fromContext)
      expect([source, isThere(source.replace(/\/$/, ""))]).toEqual([source, true]);
    for (const source of fromBuild)
      expect([source, isThere(source) || made.has(source)]).toEqual([source, true]);
  });
});
