/** Features that a minimum browser lacks. Others are left out, because pages work without them. */
const newer: Readonly<Record<string, RegExp>> = {
  ':has()': /:has\(/,
  'color-mix()': /color-mix\(/,
  'oklch() and its like': /\b(?:oklch|oklab|lch|lab)\(/,
  'light-dark()': /light-dark\(/,
  'nested rules': /[{;]\s*&/,
  '@scope': /@scope\b/,
  '@property': /@property\b/,
  'a range in a media query': /@media[^{]*[<>]/,
  subgrid: /\bsubgrid\b/,
  ':dir()': /:dir\(/,
  ':popover-open': /:popover-open\b/,
  ':user-invalid': /:user-(?:in)?valid\b/,
  'anchored positions': /\b(?:anchor-name|position-anchor|position-area)\s*:/,
  ':autofill': /:autofill\b/,
  ':nth-child() of a selector': /:nth-(?:last-)?child\([^)]*\bof\b/,
  '@container style()': /@container[^{]*\bstyle\(/,
  'the units lh and rlh': /[\s:(,*/+-][\d.]+r?lh\b/,
  'color()': /(?<![-\w])color\(/,
  'linear()': /(?<![-\w])linear\(/,
  'round() and its like': /(?<![-\w])(?:round|mod|rem|sign|abs|a?sin|a?cos|a?tan2?|pow|sqrt|hypot|exp|log)\(/,
  'a variable without a fallback in a backdrop':
    /::backdrop\s*\{(?:[^}]*[;{\s])?background(?:-color)?:\s*var\([^,)]*\)/,
  'a mask without its prefix': /(?<!-webkit-mask:[^;}]*;)(?<![-\w])mask:/,
};

const withoutGuarded = (css: string): string => {
  const start = css.indexOf('@supports');
  if (start === -1) return css;
  let depth = 0;
  let end = css.indexOf('{', start);
  do {
    if (css[end] === '{') depth += 1;
    if (css[end] === '}') depth -= 1;
    end += 1;
  } while (depth > 0 && end < css.length);
  return css.slice(0, start) + withoutGuarded(css.slice(end));
};

export const newerInStyles = (css: string): string[] => {
  const always = withoutGuarded(css);
  return Object.entries(newer).flatMap(([name, pattern]) => (pattern.test(always) ? [name] : []));
};
