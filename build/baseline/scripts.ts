import { parseSync, Visitor } from 'vite';

/** Static members that a minimum browser lacks, as `object.member`. */
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

/** Members that are new on any object. The names are specific enough to check without the object. */
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

/** Classes that a minimum browser lacks. */
const newClasses = new Set([
  'CloseWatcher',
  'CompressionStream',
  'DecompressionStream',
  'Highlight',
  'OffscreenCanvas',
  'URLPattern',
]);

/** Features that the code uses only after checking for them. */
const guarded: ReadonlySet<string> = new Set([
  // Checked by ky, valibot and qr.
  'AbortSignal.any',
  'URL.canParse',
  'toBase64',
  // Checked in src/ui/view-transition.ts and src/ui/when-idle.ts.
  'startViewTransition',
  'requestIdleCallback',
]);

const lookbehind = /\(\?<[=!]/;

/** The bundler lowers syntax, but not functions or regular expressions. */
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
