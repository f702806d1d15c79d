import { readdir, readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { type Plugin, parseSync, Visitor } from 'vite';

/** The minimum browser versions, also listed in docs/hosting.md. */
export const oldestBrowsers = ['chrome109', 'firefox115', 'safari16.0'];

/** What a minimum browser lacks: classes, static members, and members that are new on any object. */
const newerNames = new Set(
  `CloseWatcher CompressionStream DecompressionStream Highlight OffscreenCanvas URLPattern
  Array.fromAsync Error.isError Intl.DurationFormat Intl.Segmenter Iterator.from Map.groupBy Math.sumPrecise
  Object.groupBy Promise.try Promise.withResolvers ReadableStream.from RegExp.escape Response.json URL.parse
  Uint8Array.fromBase64 Uint8Array.fromHex navigator.userActivation
  .adoptedStyleSheets .checkVisibility .findLast .findLastIndex .getHTML .hidePopover .isDisjointFrom .isSubsetOf
  .isSupersetOf .isWellFormed .moveBefore .requestClose .setHTMLUnsafe .showPopover .symmetricDifference
  .toReversed .toSorted .toSpliced .toWellFormed .togglePopover .with`.split(/\s+/),
);

const lookbehind = /\(\?<[=!]/;

/**
 * The bundler lowers syntax, but not functions or regular expressions. Not listed is what the code checks for before
 * its use: `AbortSignal.any`, `URL.canParse`, `toBase64`, `startViewTransition` and `requestIdleCallback`.
 */
export const newerInScript = (source: string): string[] => {
  const found = new Set<string>();
  const { program } = parseSync('script.js', source);
  new Visitor({
    MemberExpression({ start, end }) {
      const [, object = '', member = ''] = /(\w*)(\.\w+)$/.exec(source.slice(start, end)) ?? [];
      for (const name of [member, object + member]) if (newerNames.has(name)) found.add(name);
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && newerNames.has(callee.name)) found.add(callee.name);
    },
    Literal(literal) {
      const pattern = 'regex' in literal ? literal.regex.pattern : literal.value;
      if (typeof pattern === 'string' && lookbehind.test(pattern)) found.add('a lookbehind');
      if ('regex' in literal && literal.regex.flags.includes('v')) found.add('the flag v');
    },
    TemplateElement({ value }) {
      if (lookbehind.test(value.raw)) found.add('a lookbehind');
    },
  }).visit(program);
  return [...found];
};

/** What a minimum browser lacks, without features that pages also work without. */
const newerStyles = [
  /:(?:has\(|dir\(|popover-open\b|user-(?:in)?valid\b|autofill\b|nth-(?:last-)?child\([^)]*\bof\b)/,
  /(?<![-\w])(?:color-mix|oklch|oklab|lch|lab|light-dark|color|linear)\(/,
  /(?<![-\w])(?:round|mod|rem|sign|abs|a?sin|a?cos|a?tan2?|pow|sqrt|hypot|exp|log)\(/,
  /@(?:scope|property)\b|@media[^{]*[<>]|@container[^{]*\bstyle\(/,
  /\b(?:anchor-name|position-anchor|position-area)\s*:|\bsubgrid\b/,
  /[\s:(,*/+-][\d.]+r?lh\b/,
  // Nested rules.
  /[{;]\s*&/,
  // A variable needs a fallback in a backdrop, and a mask its prefix.
  /::backdrop\s*\{(?:[^}]*[;{\s])?background(?:-color)?:\s*var\([^,)]*\)/,
  /(?<!-webkit-mask:[^;}]*;)(?<![-\w])mask:/,
];

const supportsRule = /@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g;

/** Leaves out `@supports`, whose rules are for browsers that have the feature. */
export const newerInStyles = (css: string): string[] => {
  const always = css.replaceAll(supportsRule, '');
  return newerStyles.flatMap((pattern) => pattern.exec(always)?.[0] ?? []);
};

const textsOf = (html: string, element: string): string =>
  [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))].map(([, text]) => text).join('\n');

const checks: Readonly<Record<string, (text: string) => readonly string[]>> = {
  '.js': newerInScript,
  '.css': newerInStyles,
  '.html': (html) => [...newerInScript(textsOf(html, 'script')), ...newerInStyles(textsOf(html, 'style'))],
};

/** Fails the build if scripts, workers, lazy chunks, styles or inline code need a newer browser. */
export const baseline = (): Plugin => {
  let site = '';
  return {
    name: 'baseline',
    apply: 'build',
    configResolved({ root, build }) {
      site = resolve(root, build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const problems: string[] = [];
        for (const name of await readdir(site, { recursive: true })) {
          // Only developers load the inspector, and they use recent browsers.
          const check = name.includes('stately-inspector-') ? undefined : checks[extname(name)];
          const newer = check?.(await readFile(join(site, name), 'utf8')) ?? [];
          problems.push(
            ...newer.map((what) => `${name} uses ${what}, which the oldest supported browsers lack`),
          );
        }
        if (problems.length > 0) this.error(problems.join('\n'));
      },
    },
  };
};
