/**
 * The look of the public pages of blogs: the colours and sizes of the explorer, for reading. Light and dark.
 */
export const blogStyle = `:root {
  color-scheme: light dark;
  --bg: light-dark(oklch(1 0 265), oklch(0.183 0.012 265));
  --code-bg: light-dark(oklch(0.976 0.004 265), oklch(0.155 0.011 265));
  --fg: light-dark(oklch(0.24 0.02 265), oklch(0.93 0.006 265));
  --muted: light-dark(oklch(0.47 0.02 265), oklch(0.74 0.016 265));
  --line: light-dark(oklch(0.905 0.006 265), oklch(0.305 0.016 265));
  --accent: light-dark(oklch(0.47 0.19 273), oklch(0.78 0.11 276));
  --accent-bg: light-dark(oklch(0.955 0.022 273), oklch(0.285 0.06 275));
  --code-string: light-dark(oklch(0.46 0.11 155), oklch(0.81 0.11 155));
  --code-number: light-dark(oklch(0.5 0.14 45), oklch(0.81 0.11 60));
  --code-word: light-dark(oklch(0.48 0.18 305), oklch(0.79 0.12 305));
  --code-note: light-dark(oklch(0.5 0.02 265), oklch(0.68 0.016 265));
  font: 18px/1.6 Inter, system-ui, sans-serif;
}
body {
  max-width: 68ch;
  margin: 0 auto;
  padding: 32px 16px 64px;
  background: var(--bg);
  color: var(--fg);
  overflow-wrap: anywhere;
}
a { color: var(--accent); text-underline-offset: 3px }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px }
.blog { margin-bottom: 48px; padding-bottom: 16px; border-bottom: 1px solid var(--line) }
.blog a { color: inherit; font-weight: 650; text-decoration: none }
.blog p, .facts, footer { color: var(--muted); font-size: 15px; line-height: 24px }
.blog p { margin: 4px 0 0 }
.facts { margin: 4px 0 16px }
h1 { margin: 0; font-size: 30px; line-height: 36px; font-weight: 650; text-wrap: balance }
h2 { margin: 48px 0 12px; font-size: 22px; line-height: 30px; font-weight: 650 }
h3, h4, h5, h6 { margin: 32px 0 8px; font-size: 18px; line-height: 26px; font-weight: 650 }
p, ul, ol, dl, pre, table, blockquote, figure { margin: 0 0 16px }
img { max-width: 100%; height: auto; border-radius: 10px }
code, kbd { font: 0.88em/1.6 "JetBrains Mono", ui-monospace, monospace }
:not(pre) > code { padding: 2px 4px; border-radius: 4px; background: var(--code-bg) }
pre {
  padding: 16px;
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--code-bg);
  overflow-wrap: normal;
}
blockquote { padding-left: 16px; border-left: 3px solid var(--line); color: var(--muted) }
table { display: block; overflow-x: auto; border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 8px 12px; border: 1px solid var(--line); text-align: left }
hr { margin: 32px 0; border: 0; border-top: 1px solid var(--line) }
.tags { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; list-style: none }
.tags a { padding: 2px 10px; border-radius: 999px; background: var(--accent-bg); font-size: 15px; text-decoration: none }
.comment > p { white-space: pre-line }
.pager { display: flex; justify-content: space-between; gap: 16px; margin-top: 48px }
footer { margin-top: 64px; padding-top: 16px; border-top: 1px solid var(--line) }
.tok-keyword, .tok-operatorKeyword, .tok-typeName, .tok-className { color: var(--code-word) }
.tok-string, .tok-string2 { color: var(--code-string) }
.tok-number, .tok-bool, .tok-atom, .tok-literal { color: var(--code-number) }
.tok-comment, .tok-meta { color: var(--code-note) }
.tok-propertyName, .tok-variableName2, .tok-definition { color: var(--accent) }
`;
