const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color:#1c1c1c}" +
  "button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1c1c1c;color:#fff;cursor:pointer}" +
  "@media(prefers-color-scheme:dark){body{background:#161616;color:#eee}button{background:#eee;color:#161616}}";

function page(title: string, body: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style></head>` +
    `<body><main><h1>${title}</h1>${body}</main></body></html>`
  );
}

/** Asks for confirmation: link scanners follow links in mail too (RFC 8058, 3.1). */
export const askPage = page(
  "Unsubscribe",
  `<p>Do you want to stop receiving marketing e-mails from this sender?</p><form method="post"><input type="hidden" name="from" value="page">` +
    `<button type="submit">Unsubscribe</button></form>`,
);

export const donePage = page(
  "You are unsubscribed",
  "<p>You will no longer receive marketing e-mails from this sender. You can close this page.</p>",
);

export const unknownPage = page(
  "This link is not valid",
  "<p>The link may be incomplete. Open the link in the e-mail again.</p>",
);
