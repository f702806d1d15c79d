import { createHash } from 'node:crypto';

export interface PageParts {
  readonly path: string;
  readonly title: string | null;
  /** The HTML inside the app's root element. */
  readonly html: string;
  /** Inline scripts: the first runs before the first paint, and the second after the painted content. */
  readonly headScript: string;
  readonly bodyScript: string;
  /** Whether the head script fetches the configuration, so that the page needs no preload for it. */
  readonly asksForConfig?: boolean;
  readonly preloads: readonly string[];
  readonly styles: readonly { readonly href: string; readonly css: string }[];
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const app = { begin: '<div id="root">', end: '</div><!--/root-->' } as const;

const replaceOnce = (html: string, part: RegExp, replacement: string): string => {
  const { length } = html.match(new RegExp(part, `${part.flags}g`)) ?? [];
  if (length !== 1) throw new Error(`The page must contain this exactly once, not ${length} times: ${part}`);
  return html.replace(part, () => replacement);
};

/** Matches the template's script that runs before the first paint. */
export const headScriptPlace = /<script\s+(?:vite-ignore )?src="\/src\/inline\/theme\.ts"><\/script>/;

/**
 * Fills in a page's template. Style sheets are inline; a disabled link to each keeps the app from loading it again.
 *
 * @throws {Error} if the template lacks a placeholder
 */
export const composePage = (template: string, parts: PageParts): string => {
  const styles = parts.styles.map(({ css }) => `<style>${css}</style>`).join('');
  const links = [
    // Keeps Chromium from painting before the body's script has shown the page.
    '<link rel="expect" href="#pending" blocking="render">',
    ...parts.styles.map(({ href }) => `<link rel="stylesheet" disabled href="${href}">`),
    ...parts.preloads
      .filter((href) => !template.includes(`src="${href}"`))
      .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('\n    ');
  let page = replaceOnce(template, headScriptPlace, `<script>${parts.headScript}</script>\n    ${styles}`);
  page = replaceOnce(
    page,
    /<html lang="en">/,
    `<html lang="en" data-page="${escapeHtml(parts.path)}" data-passkeys>`,
  );
  const content = parts.html + app.end + (parts.bodyScript && `<script>${parts.bodyScript}</script>`);
  page = replaceOnce(page, /<div id="root"><\/div>/, app.begin + content);
  if (parts.title !== null)
    page = replaceOnce(page, /<title>[^<]*<\/title>/, `<title>${escapeHtml(parts.title)}</title>`);
  if (/dashboard|activity|billing|security|profile/.test(parts.path))
    page = page.replace('<p>Loading...</p>', '<p>Verifying authentication...</p>');
  page = page.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) =>
    parts.styles.some(({ href }) => link.includes(href)) ? '' : link,
  );
  if (parts.asksForConfig) page = replaceOnce(page, /\s*<link rel="preload" href="\/config\.json"[^>]*>/, '');
  return replaceOnce(page, /<\/head>/, `  ${links}\n  </head>`);
};

export interface Stamp {
  /** A BCP 47 language tag. */
  readonly language: string;
  readonly hostedSignIn: boolean;
  readonly passkeys: boolean;
  readonly support: string | null;
  /** The HTML inside the app's root element, or null if the page is not prerendered. */
  readonly html: string | null;
  readonly config: string;
}

/** Returns the configuration as a JSON block. Browsers don't run JSON, so the policy needs no hash for it. */
const configBlock = (config: string): string =>
  `<script type="application/json" id="config">${JSON.stringify(JSON.parse(config)).replaceAll('<', '\\u003c')}</script>`;

/** Adds a deploy's configuration to a composed page. Keeps inline code, so that its hashes stay valid. */
export const stampPage = (
  page: string,
  { language, hostedSignIn, passkeys, support, html, config }: Stamp,
): string => {
  const bare = page
    .replace(/\s*<link rel="preload" href="\/config\.json"[^>]*>/, '')
    .replace(/<script type="application\/json" id="config">[^<]*<\/script>/, '');
  const firstScript = /(?<!<script>[\s\S]*)<script>/;
  const configured = replaceOnce(bare, firstScript, `${configBlock(config)}<script>`);
  const [, path] = /<html [^>]*data-page="([^"]*)"/.exec(page) ?? [];
  const stamped = replaceOnce(
    configured,
    /<html lang="[^"]*" data-page="[^"]*"(?: data-hosted)?(?: data-passkeys)?(?: data-support="[^"]*")?>/,
    `<html lang="${escapeHtml(language)}" data-page="${path}"${hostedSignIn ? ' data-hosted' : ''}${passkeys ? ' data-passkeys' : ''}${support === null ? '' : ` data-support="${escapeHtml(support)}"`}>`,
  );
  return html === null
    ? stamped
    : replaceOnce(stamped, /<div id="root">.*?<\/div><!--\/root-->/s, app.begin + html + app.end);
};

/** Hashes of inline scripts and styles, as content security policies list them. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export const inlineHashesOf = (pages: readonly string[]): InlineHashes => {
  const hashes = (element: RegExp) => [
    ...new Set(
      pages
        .flatMap((page) => [...page.matchAll(element)])
        .map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`),
    ),
  ];
  return { scripts: hashes(/<script>(.*?)<\/script>/gs), styles: hashes(/<style>(.*?)<\/style>/gs) };
};
