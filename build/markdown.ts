import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** Allows pages of the app, https URLs and email addresses. */
const safeLink = /^(?:\/(?![/\\])|https:\/\/|mailto:)[^\s\\]*$/;

/**
 * An ES module with `title` (text), `lead` (the content before the first section) and `sections`. The content
 * is React function calls, so the browser parses no HTML.
 *
 * @throws Error whose message names the forbidden content: HTML, images, unsafe links or a missing title
 */
export const compileMarkdown = (markdown: string): string => {
  const [title, ...rest] = lexer(markdown).filter(({ type }) => type !== 'space');
  if (!isHeading(title, 1)) throw new Error('A document must start with its title: "# Title"');

  const lead: Token[] = [];
  const sections: { heading: Tokens.Heading; body: Token[] }[] = [];
  for (const token of rest) {
    if (isHeading(token, 1))
      throw new Error(`A document can have only one title; "${token.text}" is another`);
    if (isHeading(token, 2)) sections.push({ heading: token, body: [] });
    else (sections.at(-1)?.body ?? lead).push(token);
  }
  return [
    `import { Fragment, jsx, jsxs } from 'react/jsx-runtime';`,
    `export const title = ${JSON.stringify(plainText(title.tokens))};`,
    `export const lead = ${fragment(lead)};`,
    `export const sections = [${sections
      .map(({ heading, body }) => `{ heading: ${fragment(heading.tokens)}, body: ${fragment(body)} }`)
      .join(', ')}];`,
    '',
  ].join('\n');
};

const isHeading = (token: Token | undefined, depth: number): token is Tokens.Heading =>
  token?.type === 'heading' && 'depth' in token && token.depth === depth;

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Decodes HTML entities, which React would show literally. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (written, name: string) => characters[name] ?? written);

const plainText = (tokens: readonly Token[]): string =>
  tokens.map((token) => unescaped('text' in token ? String(token.text) : token.raw)).join('');

const children = (tokens: readonly Token[]): string =>
  `[${tokens
    .map(node)
    .filter((code) => code !== '')
    .join(', ')}]`;

const fragment = (tokens: readonly Token[]): string => `jsxs(Fragment, { children: ${children(tokens)} })`;

const element = (tag: string, list: string, attributes: Readonly<Record<string, string>> = {}): string => {
  const props = Object.entries(attributes).map(([name, value]) => `${name}: ${JSON.stringify(value)}, `);
  return `jsxs('${tag}', { ${props.join('')}children: ${list} })`;
};

/** The library's union includes extension tokens, which hide the other types. We use no extensions. */
const isOfMarkdown = (token: Token): token is MarkedToken => !('tokenizer' in token);

const node = (token: Token): string => {
  if (!isOfMarkdown(token)) throw new Error(`Only standard Markdown is supported, not: ${token.type}`);
  switch (token.type) {
    case 'space':
    case 'def':
      return '';
    case 'paragraph':
    case 'blockquote':
    case 'strong':
    case 'em':
      return element(token.type === 'paragraph' ? 'p' : token.type, children(token.tokens));
    case 'heading':
      return element(`h${token.depth}`, children(token.tokens));
    case 'list':
      return element(
        token.ordered ? 'ol' : 'ul',
        `[${token.items.map((item) => element('li', children(item.tokens))).join(', ')}]`,
      );
    case 'hr':
      return `jsx('hr', {})`;
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens
        ? fragment(token.tokens)
        : JSON.stringify(unescaped(token.text));
    case 'codespan':
      return element('code', `[${JSON.stringify(unescaped(token.text))}]`);
    case 'br':
      return `jsx('br', {})`;
    case 'link':
      if (!safeLink.test(token.href))
        throw new Error(`"${token.href}" is not a link that a document may contain`);
      return element('a', children(token.tokens), { href: token.href });
    default:
      throw new Error(`A document may not contain this (${token.type}): ${token.raw.trim().slice(0, 80)}`);
  }
};

/** Compiles imported `.md` files to React nodes. See `compileMarkdown` for the exports. */
export const markdown = (): Plugin => ({
  name: 'markdown',
  enforce: 'pre',
  transform: {
    filter: { id: /\.md$/ },
    handler(text, id) {
      try {
        return { code: compileMarkdown(text), map: null, moduleType: 'js' };
      } catch (error) {
        this.error(`${id}: ${error instanceof Error ? error.message : error}`);
      }
    },
  },
});
