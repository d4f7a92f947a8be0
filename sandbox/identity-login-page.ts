import { html } from "./processor/hosted/hosted-html.ts";

/** The page where a person chooses the demo identity to sign in as. */
export function loginPage({
  parameters,
  people,
}: {
  /** The authorization request, which the form repeats. */
  parameters: Readonly<Record<string, unknown>>;
  people: readonly { name: string; email: string; plan: string }[];
}): string {
  const kept = Object.entries(parameters).filter(([, value]) => typeof value === "string");
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sandbox: sign in</title>
        <style>
          body {
            font: 16px/1.5 system-ui;
            max-width: 32rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
          button {
            display: block;
            font: inherit;
            margin: 0.4rem 0;
            padding: 0.5rem 1rem;
          }
        </style>
      </head>
      <body>
        <h1>Sign in</h1>
        <p>
          This is the sandbox's stand-in for an identity provider. Choose a demo identity; there are no
          passwords.
        </p>
        <form method="post">
          ${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${String(value)}" />`)}
          ${people.map(
            ({ name, email, plan }) =>
              html`<button name="sandbox_login" value="${name}">${email} (${plan})</button>`,
          )}
          <button name="sandbox_login" value="deny">Cancel</button>
        </form>
      </body>
    </html>`.text;
}
