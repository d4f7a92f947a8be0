import type { ComponentChildren } from "preact";
import type { GuideNode, GuideSample } from "../../data/guide.types.ts";
import type { Identity } from "../session/identity.ts";
import { session } from "../session/session.ts";
import { createSignal, useSignal } from "../state/signal.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Tabs } from "../ui/tabs.tsx";

/** Guides are written for a local platform. The page shows the URL of the platform that serves it. */
const localOrigin = "http://127.0.0.1:4000";

const languages = new Map([
  ["sh", "Shell"],
  ["console", "Shell"],
  ["json", "JSON"],
  ["graphql", "GraphQL"],
  ["js", "Node.js"],
  ["ts", "TypeScript"],
  ["python", "Python"],
  ["go", "Go"],
  ["php", "PHP"],
  ["ruby", "Ruby"],
  ["http", "HTTP"],
]);

const stored = "explorer-language";

/** Chosen language of samples, the same on all pages. */
const chosenLanguage = createSignal(window.localStorage.getItem(stored) ?? "");

function chooseLanguage(name: string): void {
  window.localStorage.setItem(stored, name);
  chosenLanguage.set(name);
}

/** The text of a guide. */
export function GuideBody({ nodes }: { nodes: readonly GuideNode[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        <Node key={index} node={node} />
      ))}
    </>
  );
}

function Node({ node }: { node: GuideNode }) {
  if (typeof node === "string") return <>{node}</>;
  if (node.tag === "h2" || node.tag === "h3")
    return <Heading level={node.tag} id={node.id} nodes={node.children} />;
  if (node.tag === "a") return <Link href={node.href} nodes={node.children} />;
  if (node.tag === "code") return <Code text={node.text} href={node.href} />;
  if (node.tag === "table") return <GuideTable head={node.head} rows={node.rows} />;
  if (node.tag === "samples") return <Samples samples={node.samples} />;
  const Tag = node.tag;
  return (
    <Tag>
      <GuideBody nodes={node.children} />
    </Tag>
  );
}

/** Links to other sites open in a tab of their own. */
function Link({ href, nodes }: { href: string; nodes: readonly GuideNode[] }) {
  const isForeign = href.startsWith("http");
  return (
    <a href={href} {...(isForeign ? { rel: "noreferrer", target: "_blank" } : {})}>
      <GuideBody nodes={nodes} />
    </a>
  );
}

function Heading({
  level: Level,
  id,
  nodes,
}: {
  level: "h2" | "h3";
  id: string;
  nodes: readonly GuideNode[];
}) {
  return (
    <Level id={id} class="guide-heading">
      <a href={`#${id}`}>
        <GuideBody nodes={nodes} />
      </a>
    </Level>
  );
}

function Code({ text, href }: { text: string; href: string | undefined }) {
  const code = <code>{text.replaceAll(localOrigin, window.location.origin)}</code>;
  return href === undefined ? code : <a href={href}>{code}</a>;
}

function Samples({ samples }: { samples: readonly GuideSample[] }) {
  const chosen = useSignal(chosenLanguage);
  const identity = useSignal(session.identity);
  const blocks = samples.map(({ language, code }) => {
    const name = languages.get(language) ?? language;
    const text = filledIn(code, identity);
    return {
      name,
      content: <CodeBlock label={`${name === "" ? "Text" : name} sample`} language={name} code={text} />,
    };
  });
  if (blocks.length === 1) return blocks[0]!.content;
  const selected = blocks.find(({ name }) => name === chosen) ?? blocks[0]!;
  return <Tabs label="Language" tabs={blocks} selected={selected.name} onSelect={chooseLanguage} />;
}

/** Code for this platform. Credentials are filled in for demo identities only. */
function filledIn(code: string, { isDemo, credential }: Identity): string {
  const text = code.replaceAll(localOrigin, window.location.origin);
  return isDemo && credential !== null ? text.replaceAll("YOUR_API_KEY", credential) : text;
}

function GuideTable({ head, rows }: { head: GuideNode[][]; rows: GuideNode[][][] }) {
  const cells = (nodes: GuideNode[]): ComponentChildren => <GuideBody nodes={nodes} />;
  return (
    <div
      class={head.length > 2 ? "table-frame stacks" : "table-frame"}
      tabIndex={0}
      role="region"
      aria-label="Table"
    >
      <table>
        {head.some((cell) => cell.length > 0) && (
          <thead>
            <tr>
              {head.map((cell, index) =>
                cell.length > 0 ? (
                  <th key={index} scope="col">
                    {cells(cell)}
                  </th>
                ) : (
                  <td key={index} />
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    {cells(cell)}
                  </th>
                ) : (
                  <td key={column} data-label={textOf(head[column] ?? [])}>
                    {cells(cell)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The words of a heading. */
function textOf(nodes: readonly GuideNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      if ("text" in node) return node.text;
      return "children" in node ? textOf(node.children) : "";
    })
    .join("");
}
