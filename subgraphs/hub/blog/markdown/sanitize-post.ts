import sanitizeHtml from "sanitize-html";

const blocks =
  "h2 h3 h4 h5 h6 p br hr div blockquote pre ul ol li dl dt dd details summary figure figcaption";
const marks = "a b strong i em u s del ins small sub sup mark kbd abbr cite q code span img";
const tables = "table caption thead tbody tfoot tr th td";

/** Deeper elements are flattened: browsers and readers of feeds parse the rest at any depth. */
const maxDepth = 60;

const options: sanitizeHtml.IOptions = {
  allowedTags: `${blocks} ${marks} ${tables}`.split(" "),
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "title", "loading"],
    ol: ["start"],
    td: ["colspan", "rowspan", "align"],
    th: ["colspan", "rowspan", "align", "scope"],
    abbr: ["title"],
    details: ["open"],
  },
  allowedClasses: { code: [/^language-[a-z0-9-]{1,20}$/], span: [/^tok-[a-z0-9]{1,20}$/] },
  allowedSchemes: ["https", "http", "mailto"],
  allowedSchemesAppliedToAttributes: ["href", "src", "cite"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  nestingLimit: maxDepth,
  nonTextTags: [
    "script",
    "style",
    "textarea",
    "option",
    "noscript",
    "title",
    "svg",
    "math",
    "iframe",
    "template",
  ],
  // A page has one title: its own.
  transformTags: {
    h1: "h2",
    a: (tagName, { href = "", title }) => ({
      tagName,
      attribs: { href, ...(title === undefined ? {} : { title }), rel: "nofollow ugc" },
    }),
    img: (tagName, { src = "", alt = "", title }) => ({
      tagName,
      attribs: { src, alt, ...(title === undefined ? {} : { title }), loading: "lazy" },
    }),
  },
};

/**
 * HTML of a post that runs nothing and loads nothing from elsewhere: no scripts, styles, forms, frames or handlers, links to
 * the web and to mail alone, images from the account's own files alone.
 */
export function sanitizePostHtml(html: string): string {
  return sanitizeHtml(html, {
    ...options,
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !ownImage.test(attribs["src"] ?? ""),
  });
}

const ownImage = /^\/blogs\/files\/file_[0-9a-z_]{1,60}$/;
