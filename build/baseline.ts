import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The minimum browser versions, also listed in docs/hosting.md. */
export const oldestBrowsers = ['chrome109', 'firefox115', 'safari16.0'];

/**
 * Functions and regular expressions that the minimum browsers lack; the bundler lowers only syntax. The code checks
 * for these before it uses them, so they aren't listed: `AbortSignal.any`, `URL.canParse`, `toBase64`,
 * `startViewTransition` and `requestIdleCallback`.
 */
const newerScripts = [
  /\bnew (?:CloseWatcher|CompressionStream|DecompressionStream|Highlight|OffscreenCanvas|URLPattern)\b/,
  /\b(?:Array\.fromAsync|Error\.isError|Iterator\.from|(?:Map|Object)\.groupBy|Math\.sumPrecise|Promise\.try)\b/,
  /\b(?:Promise\.withResolvers|ReadableStream\.from|RegExp\.escape|Response\.json|URL\.parse)\b/,
  /\b(?:Intl\.(?:DurationFormat|Segmenter)|Uint8Array\.from(?:Base64|Hex)|navigator\.userActivation)\b/,
  // These method names are distinctive enough to match on any object.
  /\.(?:findLast|findLastIndex|toReversed|toSorted|toSpliced|with|isWellFormed|toWellFormed)\b/,
  /\.(?:isDisjointFrom|isSubsetOf|isSupersetOf|symmetricDifference|adoptedStyleSheets|checkVisibility)\b/,
  /\.(?:getHTML|setHTMLUnsafe|moveBefore|requestClose|(?:hide|show|toggle)Popover)\b/,
  // Lookbehinds, and the `v` flag. The bundler turns literals with `v` into `RegExp(…)` calls.
  /\(\?<[=!]/,
  /RegExp\((?:"(?:[^"\\]|\\.)*"|[\w$.]+),\s*"[dgimsuy]*v/,
];

/** CSS that the minimum browsers lack, except features that pages can do without. */
const newerStyles = [
  /:(?:has\(|dir\(|popover-open\b|user-(?:in)?valid\b|autofill\b|nth-(?:last-)?child\([^)]*\bof\b)/,
  /(?<![-\w])(?:color-mix|oklch|oklab|lch|lab|light-dark|color|linear)\(/,
  /(?<![-\w])(?:round|mod|rem|sign|abs|a?sin|a?cos|a?tan2?|pow|sqrt|hypot|exp|log)\(/,
  /@(?:scope|property)\b|@media[^{]*[<>]|@container[^{]*\bstyle\(/,
  /\b(?:anchor-name|position-anchor|position-area)\s*:|\bsubgrid\b/,
  /[\s:(,*/+-][\d.]+r?lh\b/,
  // Nested rules
  /[{;]\s*&/,
  // Variables in `::backdrop` need a fallback, and `mask` needs its `-webkit-` prefix.
  /::backdrop\s*\{(?:[^}]*[;{\s])?background(?:-color)?:\s*var\([^,)]*\)/,
  /(?<!-webkit-mask:[^;}]*;)(?<![-\w])mask:/,
];

const firstOfEach = (patterns: readonly RegExp[], text: string): string[] =>
  patterns.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);

export const newerInScript = (source: string): string[] => firstOfEach(newerScripts, source);

/** Skips `@supports` blocks, because browsers without the feature ignore them. */
export const newerInStyles = (css: string): string[] =>
  firstOfEach(newerStyles, css.replaceAll(/@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''));

/** HTML files are checked for their inline scripts. Their inline styles are copies of the style sheets. */
const checks: Readonly<Record<string, (text: string) => readonly string[]>> = {
  '.js': newerInScript,
  '.css': newerInStyles,
  '.html': newerInScript,
};

/** Creates a plugin that fails the build if scripts, styles or inline code need a newer browser. */
export const baseline = (): Plugin => ({
  name: 'baseline',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir: site = '' }) {
      const problems: string[] = [];
      for (const name of await readdir(site, { recursive: true })) {
        // Skip the inspector, because only developers load it, and they use recent browsers.
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
