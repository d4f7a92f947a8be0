import { html, type SafeHtml } from "./processor/hosted/hosted-html.ts";

function page(title: string, content: SafeHtml): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <style>
          body {
            font: 16px/1.5 system-ui;
            max-width: 32rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
          label {
            display: block;
            margin: 0.5rem 0;
          }
          input,
          select,
          button {
            font: inherit;
            padding: 0.4rem 1rem;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`.text;
}

/** The page where a person enters the code that a program shows, and selects who signs in. */
export function devicePage(userCode: string, identities: readonly { name: string; email: string }[]): string {
  return page(
    "Sign in to a program",
    html`<p>This is the demo's identity provider. Continue only if you started the sign-in yourself.</p>
      <form method="post">
        <label
          >Code <input name="user_code" value="${userCode}" required maxlength="40" autocomplete="off"
        /></label>
        <label
          >Sign in as
          <select name="identity">
            ${identities.map(
              ({ name, email }) =>
                html`<option value="${name}" ${name === "pia" ? "selected" : ""}>${name} (${email})</option>`,
            )}
          </select></label
        >
        <p>
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>`,
  );
}

/** The page after the decision. */
export function deviceResultPage(isDone: boolean): string {
  return isDone
    ? page("Done", html`<p>You can close this page and return to the program.</p>`)
    : page(
        "Unknown code",
        html`<p>This code is wrong, was used, or has expired. Start the sign-in again.</p>`,
      );
}
