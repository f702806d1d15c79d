import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The minimum browser versions, also listed in docs/hosting.md. */
export const oldestBrowsers = ['chrome109', 'firefox115', 'safari16.0'];

/**
 * What a minimum browser lacks. The bundler lowers syntax, but not functions or regular expressions. Not listed is what
 * the code checks for before its use: `AbortSignal.any`, `URL.canParse`, `toBase64`, `startViewTransition` and
 * `requestIdleCallback`.
 */
const newerScripts = [
  /\bnew (?:CloseWatcher|CompressionStream|DecompressionStream|Highlight|OffscreenCanvas|URLPattern)\b/,
  /\b(?:Array\.fromAsync|Error\.isError|Iterator\.from|(?:Map|Object)\.groupBy|Math\.sumPrecise|Promise\.try)\b/,
  /\b(?:Promise\.withResolvers|ReadableStream\.from|RegExp\.escape|Response\.json|URL\.parse)\b/,
  /\b(?:Intl\.(?:DurationFormat|Segmenter)|Uint8Array\.from(?:Base64|Hex)|navigator\.userActivation)\b/,
  // These names are specific enough to check them on any object.
  /\.(?:findLast|findLastIndex|toReversed|toSorted|toSpliced|with|isWellFormed|toWellFormed)\b/,
  /\.(?:isDisjointFrom|isSubsetOf|isSupersetOf|symmetricDifference|adoptedStyleSheets|checkVisibility)\b/,
  /\.(?:getHTML|setHTMLUnsafe|moveBefore|requestClose|(?:hide|show|toggle)Popover)\b/,
  // Lookbehinds, and the flag v in a call of RegExp, which the bundler makes of a literal.
  /\(\?<[=!]/,
  /RegExp\((?:"(?:[^"\\]|\\.)*"|[\w$.]+),\s*"[dgimsuy]*v/,
];

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

const firstOfEach = (patterns: readonly RegExp[], text: string): string[] =>
  patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

export const newerInScript = (source: string): string[] => firstOfEach(newerScripts, source);

/** Leaves out `@supports`, whose rules are for browsers that have the feature. */
export const newerInStyles = (css: string): string[] =>
  firstOfEach(newerStyles, css.replaceAll(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''));

/** Pages' inline scripts are checked, too. Their inline styles are the style sheets. */
const checks: Readonly<Record<string, (text: string) => readonly string[]>> = {
  '.js': newerInScript,
  '.css': newerInStyles,
  '.html': newerInScript,
};

/** Fails the build if scripts, workers, lazy chunks, styles or inline code need a newer browser. */
export const baseline = (): Plugin => ({
  name: 'baseline',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir: site = '' }) {
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
});
