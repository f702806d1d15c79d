import { createHash } from 'node:crypto';

/** What a page is made of beside the template that all pages share. */
export interface PageParts {
  readonly path: string;
  readonly title: string | null;
  /** What stands in the app's element. */
  readonly html: string;
  /** Scripts that stand in the page: before the first paint, and behind what is painted. */
  readonly headScript: string;
  readonly bodyScript: string;
  /** Whether the script in the head asks for the configuration: preloaded as well, it would be loaded twice. */
  readonly asksForConfig?: boolean;
  /** The modules that the page needs, by their addresses. */
  readonly preloads: readonly string[];
  /** The style sheets that stand in the page. */
  readonly styles: readonly { readonly href: string; readonly css: string }[];
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Where the app's own HTML begins and ends. */
const app = { begin: '<div id="root">', end: '</div><!--/root-->' } as const;

const replaceOnce = (
  html: string,
  part: string | RegExp,
  replacement: string | ((found: string, ...groups: string[]) => string),
): string => {
  const count =
    typeof part === 'string' ? html.split(part).length - 1 : [...html.matchAll(globally(part))].length;
  if (count !== 1) throw new Error(`The page has ${count} times what it must have once: ${part}`);
  return html.replace(part, typeof replacement === 'string' ? () => replacement : replacement);
};

const globally = ({ source, flags }: RegExp) => new RegExp(source, `${flags}g`);

/** The place in the template of the script that runs before the first paint. */
export const headScriptPlace = /<script\s+(?:vite-ignore )?src="\/src\/inline\/theme\.ts"><\/script>/;

/**
 * Makes a page of the template that the bundler wrote. Style sheets stand in the page; a disabled link of each keeps the
 * app from loading them again.
 *
 * @throws Error when the template lacks one of the places
 */
export const composePage = (template: string, parts: PageParts): string => {
  const styles = parts.styles.map(({ css }) => `<style>${css}</style>`).join('');
  const links = [
    ...parts.styles.map(({ href }) => `<link rel="stylesheet" disabled href="${href}">`),
    ...parts.preloads
      .filter((href) => !template.includes(`src="${href}"`))
      .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ].join('\n    ');
  const bodyScript = parts.bodyScript && `<script>${parts.bodyScript}</script>`;
  let page = replaceOnce(template, headScriptPlace, `<script>${parts.headScript}</script>\n    ${styles}`);
  page = replaceOnce(page, '<html lang="en">', `<html lang="en" data-page="${escapeHtml(parts.path)}">`);
  page = replaceOnce(page, '<div id="root"></div>', `${app.begin}${parts.html}${app.end}${bodyScript}`);
  if (parts.title !== null)
    page = replaceOnce(page, /<title>[^<]*<\/title>/, `<title>${escapeHtml(parts.title)}</title>`);
  page = page.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) =>
    parts.styles.some(({ href }) => link.includes(href)) ? '' : link,
  );
  if (parts.asksForConfig) page = replaceOnce(page, /\s*<link rel="preload" href="\/config\.json"[^>]*>/, '');
  return replaceOnce(page, '</head>', `  ${links}\n  </head>`);
};

/** What a deploy makes of a page. */
export interface Stamp {
  /** A BCP 47 tag. */
  readonly language: string;
  /** Whether the page was rendered with the way to the hosted sign-in pages. */
  readonly hostedSignIn: boolean;
  /** The support that the page was rendered with, or null. */
  readonly support: string | null;
  /** What stands in the app's element; null for a page that the app alone fills. */
  readonly html: string | null;
  /** The text of config.json. */
  readonly config: string;
}

/** Data for the scripts that follow it. A browser never runs it, so the policy needs no hash of it. */
const configBlock = (config: string): string =>
  `<script type="application/json" id="config">${JSON.stringify(JSON.parse(config)).replaceAll('<', '\\u003c')}</script>`;

/** A composed page as a deploy has it. What stands under hashes stays as it is. */
export const stampPage = (page: string, { language, hostedSignIn, support, html, config }: Stamp): string => {
  const bare = page
    .replace(/\s*<link rel="preload" href="\/config\.json"[^>]*>/, '')
    .replace(/<script type="application\/json" id="config">[^<]*<\/script>/, '');
  const configured = replaceOnce(bare, /^[\s\S]*?(?=<script>)/, (before) => before + configBlock(config));
  const stamped = replaceOnce(
    configured,
    /<html lang="[^"]*" data-page="([^"]*)"(?: data-hosted)?(?: data-support="[^"]*")?>/,
    (_tag, path) =>
      `<html lang="${escapeHtml(language)}" data-page="${path}"${hostedSignIn ? ' data-hosted' : ''}${support === null ? '' : ` data-support="${escapeHtml(support)}"`}>`,
  );
  return html === null
    ? stamped
    : replaceOnce(stamped, /<div id="root">.*?<\/div><!--\/root-->/s, () => app.begin + html + app.end);
};

/** The sources of a content security policy for what stands in a page: scripts, and styles. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Finds the scripts and styles that stand in pages, and names each by its hash. */
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
