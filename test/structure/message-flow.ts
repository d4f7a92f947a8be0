import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "vite";
import { projectPath } from "../../src/project-root.ts";
import { textsOf, type FoundText, type Node } from "./message-texts.ts";

/** Texts that become messages: of errors (`new DomainError`) and of field faults (objects with `message` and `rule`). */
export interface FoundMessages {
  errors: FoundText[];
  faults: FoundText[];
}

type Kind = keyof FoundMessages;

/** A function that passes a parameter on as a message. */
interface Sink {
  kind: Kind;
  index: number;
}

interface ReadFile {
  path: string;
  constants: readonly Node[];
  functions: readonly { name: string; parameters: Node[] }[];
  /** Imported name to the file and the name there. */
  imports: ReadonlyMap<string, { path: string; name: string }>;
  calls: readonly Node[];
  /** Expressions that are a message here. */
  messages: readonly { kind: Kind; value: Node }[];
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === "Identifier" ? (node["name"] as string) : null;

/**
 * Messages of all files, across functions: an argument is a message when the function passes that parameter on to
 * `new DomainError` or into a fault, directly or through other functions. Methods are known by their name.
 */
export function messagesOf(sources: ReadonlyMap<string, string>): FoundMessages {
  const files = new Map([...sources].map(([path, code]) => [path, readCode(path, code)]));
  const sinks = findSinks(files);
  const found: FoundMessages = { errors: [], faults: [] };
  for (const file of files.values()) {
    for (const { kind, value } of messagesIn(file, files, sinks)) {
      if (isParameter(value, file)) continue;
      const texts = textsOf(value, constantsAt(value, file)).filter((text) => text.includes(" "));
      found[kind].push(...texts.map((text) => ({ path: file.path, text })));
    }
  }
  return found;
}

export function readSources(paths: readonly string[]): Map<string, string> {
  return new Map(paths.map((path) => [path, readFileSync(projectPath(path), "utf8")]));
}

/** Constants by name. Of several with one name, the last one above the position. */
function constantsAt(value: Node, { constants }: ReadFile): Map<string, Node> {
  const isAbove = (node: Node) => (node["start"] as number) < (value["start"] as number);
  const ordered = [...constants.filter((node) => !isAbove(node)).reverse(), ...constants.filter(isAbove)];
  return new Map(ordered.map((node) => [nameOf(node["id"])!, node["init"] as Node]));
}

function isParameter(value: Node, { functions }: ReadFile): boolean {
  const name = nameOf(value);
  return name !== null && functions.some(({ parameters }) => indexIn(parameters, value) >= 0);
}

/** Functions by `path#name`, methods by `.name`. Repeats until no further function is found. */
function findSinks(files: ReadonlyMap<string, ReadFile>): Map<string, Sink> {
  const sinks = new Map<string, Sink>();
  for (let size = -1; size < sinks.size;) {
    size = sinks.size;
    for (const file of files.values()) {
      const messages = messagesIn(file, files, sinks);
      for (const { name, parameters } of file.functions) {
        for (const { kind, value } of messages) {
          const index = indexIn(parameters, value);
          if (index >= 0) sinks.set(name.startsWith(".") ? name : `${file.path}#${name}`, { kind, index });
        }
      }
    }
  }
  return sinks;
}

/** Which parameter the expression is, if it is inside the function of these parameters; else -1. */
function indexIn(parameters: readonly Node[], value: Node): number {
  const name = nameOf(value);
  const owner = parameters[0]!["owner"] as Node;
  const [start, end] = [value["start"] as number, value["end"] as number];
  if (name === null || start < (owner["start"] as number) || end > (owner["end"] as number)) return -1;
  return parameters.findIndex((parameter) => nameOf(parameter) === name);
}

function messagesIn(file: ReadFile, files: ReadonlyMap<string, ReadFile>, sinks: ReadonlyMap<string, Sink>) {
  const passed = file.calls.flatMap((call) => {
    const key = keyOf(call["callee"] as Node, file, files);
    const sink = key === null ? undefined : sinks.get(key);
    const value = sink && (call["arguments"] as Node[])[sink.index];
    return sink && value ? [{ kind: sink.kind, value }] : [];
  });
  return [...file.messages, ...passed];
}

function keyOf(callee: Node, { path, functions, imports }: ReadFile, files: ReadonlyMap<string, ReadFile>) {
  if (callee.type === "MemberExpression") return methodKey(callee["property"] as Node, path);
  const name = nameOf(callee);
  if (name === null) return null;
  if (functions.some((one) => one.name === name)) return `${path}#${name}`;
  const origin = imports.get(name);
  return origin && files.has(origin.path) ? `${origin.path}#${origin.name}` : null;
}

/** A method by its name in all files, since its class is not known; a private one by its file too. */
function methodKey(name: Node, path: string): string {
  return name.type === "PrivateIdentifier" ? `.${path}#${nameOf(name)}` : `.${nameOf(name)}`;
}

function readCode(path: string, code: string): ReadFile {
  const constants: Node[] = [];
  const functions: { name: string; parameters: Node[] }[] = [];
  const imports = new Map<string, { path: string; name: string }>();
  const calls: Node[] = [];
  const messages: { kind: Kind; value: Node }[] = [];
  const addFunction = (name: string | null, owner: Node) => {
    const parameters = ((owner["params"] ?? []) as Node[]).map((node) =>
      node.type === "AssignmentPattern" ? (node["left"] as Node) : node,
    );
    if (name !== null && parameters.length > 0)
      functions.push({ name, parameters: parameters.map((node) => ({ ...node, owner })) });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value))
      return void (typeof value === "object" && value !== null && Object.values(value).forEach(visit));
    readNode(value);
    Object.values(value).forEach(visit);
  };
  const readNode = (node: Node): void => {
    switch (node.type) {
      case "ImportDeclaration":
        for (const [local, origin] of importedBy(path, node)) imports.set(local, origin);
        return;
      case "FunctionDeclaration":
        return addFunction(nameOf(node["id"]), node);
      case "MethodDefinition":
        return addFunction(methodKey(node["key"] as Node, path), node["value"] as Node);
      case "VariableDeclarator": {
        const [name, init] = [nameOf(node["id"]), node["init"]];
        if (name === null || !isNode(init)) return;
        if (init.type.endsWith("FunctionExpression")) addFunction(name, init);
        else constants.push(node);
        return;
      }
      case "CallExpression":
        return void calls.push(node);
      case "NewExpression": {
        const message = (node["arguments"] as Node[])[1];
        if (nameOf(node["callee"]) === "DomainError" && message)
          messages.push({ kind: "errors", value: message });
        return;
      }
      case "ObjectExpression": {
        const message = faultMessage(node);
        if (message) messages.push({ kind: "faults", value: message });
      }
    }
  };
  visit(parseSync(path, code).program);
  return { path, constants, functions, imports, calls, messages };
}

function importedBy(path: string, node: Node): [string, { path: string; name: string }][] {
  const source = (node["source"] as Node)["value"] as string;
  if (!source.startsWith(".")) return [];
  const target = posix.join(posix.dirname(path), source);
  return (node["specifiers"] as Node[]).flatMap(({ imported, local }) => {
    const [name, here] = [nameOf(imported), nameOf(local)];
    return name !== null && here !== null ? [[here, { path: target, name }]] : [];
  });
}

/** The message of an object that has a `rule` too. */
function faultMessage(node: Node): Node | undefined {
  const members = new Map(
    (node["properties"] as Node[]).map(({ key, value }) => [nameOf(key), value as Node]),
  );
  const message = members.has("rule") ? members.get("message") : undefined;
  // A JSON schema may have properties of these names.
  return message?.type === "ObjectExpression" ? undefined : message;
}
