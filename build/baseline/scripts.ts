import { parseSync, Visitor } from 'vite';

/** What an object of the browser has that one of the oldest browsers lacks, or got only shortly before: as `object.member`. */
const newStatics = new Set([
  'AbortSignal.any',
  'Array.fromAsync',
  'Error.isError',
  'Intl.DurationFormat',
  'Intl.Segmenter',
  'Iterator.from',
  'Map.groupBy',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'RegExp.escape',
  'Response.json',
  'URL.canParse',
  'URL.parse',
  'Uint8Array.fromBase64',
  'Uint8Array.fromHex',
  'navigator.userActivation',
]);

/** Members that are new whatever has them. The names are the browser's alone, or else those of code that brings its own. */
const newMembers = new Set([
  'adoptedStyleSheets',
  'checkVisibility',
  'findLast',
  'findLastIndex',
  'getHTML',
  'hidePopover',
  'isDisjointFrom',
  'isSubsetOf',
  'isSupersetOf',
  'isWellFormed',
  'moveBefore',
  'requestClose',
  'requestIdleCallback',
  'setHTMLUnsafe',
  'showPopover',
  'startViewTransition',
  'symmetricDifference',
  'toBase64',
  'toReversed',
  'toSorted',
  'toSpliced',
  'toWellFormed',
  'togglePopover',
  'with',
]);

/** What can be made with `new` in none of the oldest browsers, or in some of them only. */
const newClasses = new Set([
  'CloseWatcher',
  'CompressionStream',
  'DecompressionStream',
  'Highlight',
  'OffscreenCanvas',
  'URLPattern',
]);

/** What is used only where the browser has it. */
const guarded: ReadonlySet<string> = new Set([
  // ky, valibot and qr ask first.
  'AbortSignal.any',
  'URL.canParse',
  'toBase64',
  // src/ui/view-transition.ts and src/ui/when-idle.ts ask first.
  'startViewTransition',
  'requestIdleCallback',
]);

const lookbehind = /\(\?<[=!]/;

/**
 * What a built script uses that one of the oldest browsers lacks. The bundler lowers the syntax; functions, and what a regular
 * expression says, stay as they were written.
 */
export const newerInScript = (source: string): string[] => {
  const found = new Set<string>();
  const { program } = parseSync('script.js', source);
  new Visitor({
    MemberExpression({ object, property, computed }) {
      const name = property.type === 'Identifier' && !computed ? property.name : null;
      if (name === null) return;
      if (newMembers.has(name)) found.add(name);
      if (object.type === 'Identifier' && newStatics.has(`${object.name}.${name}`))
        found.add(`${object.name}.${name}`);
      if (object.type === 'MemberExpression' && object.property.type === 'Identifier')
        if (newStatics.has(`${object.property.name}.${name}`)) found.add(`${object.property.name}.${name}`);
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && newClasses.has(callee.name)) found.add(callee.name);
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
  return [...found].filter((name) => !guarded.has(name));
};
