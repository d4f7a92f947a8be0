import { html } from "../processor/hosted/hosted-html.ts";

/** The page where a user selects an account and grants scopes. */
export function consentPage(asked: { server: string; scopes: readonly string[] }): string {
  const { server, scopes } = asked;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Sandbox: connect ${server}</title>
        <style>
          body {
            font: 16px/1.5 system-ui;
            max-width: 32rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
          label {
            display: block;
          }
          button {
            font: inherit;
            padding: 0.4rem 1rem;
          }
        </style>
      </head>
      <body>
        <h1>Connect ${server}</h1>
        <p>This is the sandbox's stand-in for ${server}. No real account is connected.</p>
        <form method="post">
          <label>Account <input name="login" value="demo" required maxlength="64" /></label>
          <fieldset>
            <legend>Permissions</legend>
            ${scopes.map(
              (scope) =>
                html`<label><input type="checkbox" name="scope" value="${scope}" checked /> ${scope}</label>`,
            )}
          </fieldset>
          <p>
            <button name="decision" value="approve">Allow</button>
            <button name="decision" value="deny">Deny</button>
          </p>
        </form>
      </body>
    </html>`.text;
}
