import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { projectPath } from "../../src/project-root.ts";
import type { OpenApi } from "../openapi/openapi.ts";
import { appModule as pythonModule } from "./python/app-module.ts";
import { modelModule } from "./python/types.ts";
import { appsOf } from "./app-document.ts";
import { clientOperations, snakeCase, type Schemas } from "./client-operation.ts";
import { appDeclarations, appModule } from "./typescript/app-module.ts";
import { modelDeclarations } from "./typescript/types.ts";

// A program of the build: writes the generated parts of the clients from the OpenAPI document.
const document = JSON.parse(readFileSync(projectPath("schema", "openapi.json"), "utf8")) as OpenApi;
const { schemas } = document["components"] as { schemas: Schemas };
const operations = clientOperations(document);
const apps = appsOf(document);

function write(text: string, ...path: string[]): void {
  const full = projectPath("packages", ...path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

rmSync(projectPath("packages", "client", "dist", "apps"), { recursive: true, force: true });
rmSync(projectPath("packages", "client-python", "dist", "hub_platform"), { recursive: true, force: true });
cpSync(
  projectPath("packages", "client-python", "src", "hub_platform"),
  projectPath("packages", "client-python", "dist", "hub_platform"),
  { recursive: true, filter: (path) => !path.includes("__pycache__") },
);
write(modelDeclarations(schemas), "client", "dist", "models.d.ts");
write(modelModule(schemas), "client-python", "dist", "hub_platform", "models.py");
for (const app of apps) {
  const own = operations.filter((operation) => operation.app === app);
  write(appModule(app, own), "client", "dist", "apps", `${app}.js`);
  write(appDeclarations(app, own), "client", "dist", "apps", `${app}.d.ts`);
  write(pythonModule(app, own), "client-python", "dist", "hub_platform", `${snakeCase(app)}.py`);
}
