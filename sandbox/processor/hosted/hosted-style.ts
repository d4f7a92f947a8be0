/** The style of the hosted pages. Its hash is in their content security policy. */
export const hostedStyle = `
:root { color-scheme: light dark; --ink: #1a1f36; --soft: #4f566b; --paper: #fff; --back: #f4f5f9; --line: #c4c9d8;
  --accent: #4338ca; --on-accent: #fff; --bad: #a30f2d; --bad-back: #fdeef1; --mark: #fff3c4; --on-mark: #4a3500; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef0f8; --soft: #b6bdd2; --paper: #1c2033; --back: #12141f;
  --line: #4a5170; --accent: #a5b4fc; --on-accent: #12141f; --bad: #ffb3c0; --bad-back: #3a1720; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
.sandbox { margin: 0; padding: .5rem 1rem; background: var(--mark); color: var(--on-mark); text-align: center; }
main { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem;
  margin: 0 0 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; }
.soft { color: var(--soft); }
.right { text-align: right; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; font-weight: 600; padding-bottom: .5rem; }
th, td { text-align: left; padding: .5rem .5rem .5rem 0; border-top: 1px solid var(--line); vertical-align: top;
  overflow-wrap: anywhere; }
th.right, td.right { text-align: right; padding-right: 0; }
.wide { overflow-x: auto; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; margin: 0 0 1rem; padding: .75rem 1rem; }
legend { font-weight: 600; padding: 0 .25rem; }
.choice { display: flex; gap: .75rem; align-items: baseline; padding: .375rem 0; }
.choice label { flex: 1; }
.choice span { display: block; }
input[type=radio] { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; transform: translateY(.125rem); }
select { font: inherit; width: 100%; padding: .5rem; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .5rem; margin: .25rem 0 .75rem; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1rem; border-radius: .5rem;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { background: transparent; color: var(--accent); }
a { color: var(--accent); }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.actions form, .list form { display: inline; margin: 0; }
.block { display: block; width: 100%; margin: 0 0 .75rem; }
.list { list-style: none; margin: 0; padding: 0; }
.list li { border-top: 1px solid var(--line); padding: .75rem 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem;
  align-items: center; justify-content: space-between; }
.list li:first-child { border-top: 0; }
.tag { border: 1px solid var(--soft); border-radius: 1rem; padding: 0 .5rem; font-size: .875rem; white-space: nowrap; }
.problem { border: 2px solid var(--bad); background: var(--bad-back); color: var(--bad); border-radius: .5rem;
  padding: .75rem 1rem; margin: 0 0 1rem; }
.done { border: 1px solid var(--accent); border-radius: .5rem; padding: .75rem 1rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;
