import { useEffect, useState } from "preact/hooks";
import { actFor, reloadAccounts } from "../../session/account.ts";
import { navigate } from "../../shell/location.ts";
import type { Action } from "../use-action.ts";
import type { Account } from "./members.types.ts";

const prefix = "#invitation=";

/** Token in the fragment of the page's URL, which the page of an invitation's link sets. Empty without one. */
export function invitationInUrl(): string {
  const { hash } = window.location;
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : "";
}

/** Form that accepts an invitation, which selects its organization. */
export function AcceptInvitation({ token, action }: { token: string; action: Action }) {
  const [link, setLink] = useState(token);
  // The next person at this browser finds no token in its history.
  useEffect(() => {
    const { pathname, search } = window.location;
    if (invitationInUrl() !== "") navigate(pathname + search, { replace: true });
  }, []);
  const accept = async () => {
    const input = { token: tokenOf(link) };
    const joined = await action.run<Account>("AcceptInvitation", { input }, "The invitation was accepted.", {
      asPerson: true,
    });
    if (!joined) return;
    setLink("");
    await reloadAccounts();
    actFor(joined.id);
  };
  return (
    <section class="panel" aria-label="Accept an invitation">
      <h2>Accept an invitation</h2>
      <p>Sign in at the top of the page with the verified address that the invitation was sent to.</p>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void accept();
        }}
      >
        <label>
          Link of the invitation
          <input
            value={link}
            required
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => setLink(event.currentTarget.value)}
          />
        </label>
        <div class="buttons">
          <button type="submit" class={token === "" ? "" : "primary"} disabled={action.isRunning}>
            Accept
          </button>
        </div>
      </form>
    </section>
  );
}

/** The token in a link of a mail, in the URL of this page, or alone. */
function tokenOf(text: string): string {
  return text.trim().split(/[/=]/).at(-1) ?? "";
}
