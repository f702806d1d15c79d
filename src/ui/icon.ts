import { type StyleRule, style } from '@vanilla-extract/css';

/** Custom properties that replace icons' colors and masks. */
export const [iconColor, iconMask] = ['--icon-color', '--icon-mask'] as const;

const compact = (svg: string): string =>
  svg
    .replace(/<!--.*?-->/s, '')
    .replace(/ class="[^"]*"/, '')
    .replace(/\s+/g, ' ')
    .replace(/> | (?=\/?>)/g, (match) => match.trim())
    .trim();

/** Returns a style that draws an icon as a mask in the text's color, without a script or a request. */
export const iconRule = (svg: string) =>
  ({
    display: 'inline-block',
    flexShrink: 0,
    inlineSize: '1.25em',
    blockSize: '1.25em',
    background: `var(${iconColor}, currentColor)`,
    // A variable, because the build repeats the mask with a prefix.
    vars: { '--icon': `url("data:image/svg+xml,${encodeURIComponent(compact(svg))}")` },
    mask: `var(${iconMask}, var(--icon) center / contain no-repeat)`,
    forcedColorAdjust: 'preserve-parent-color',
  }) satisfies StyleRule;

export const iconStyle = (svg: string, rule: StyleRule = {}): string => style({ ...iconRule(svg), ...rule });

/** Returns a banknote-style rosette as a square CSS image without intrinsic size. `line` is an SVG color. */
export const rosette = (line: string): string => {
  let leaves = '<ellipse rx="99" ry="58"/><ellipse rx="70" ry="24"/>';
  // Each step doubles the copies, which are rotated evenly through 180°.
  for (let step = 0; step < 5; step += 1)
    leaves = `<g id="r${step}">${leaves}</g><use href="#r${step}" transform="rotate(${90 / 2 ** step})"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -100 200 200" fill="none" stroke="${line}" stroke-width=".3">${leaves}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
};
