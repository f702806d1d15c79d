import { type StyleRule, style } from '@vanilla-extract/css';

const compact = (svg: string): string =>
  svg
    .replace(/<!--.*?-->/s, '')
    .replace(/ class="[^"]*"/, '')
    .replace(/\s+/g, ' ')
    .replace(/> | (?=\/?>)/g, (match) => match.trim())
    .trim();

/** A mask in the text's color, which needs no script or request. For elements and pseudo-elements. */
export const iconRule = (svg: string) =>
  ({
    display: 'inline-block',
    flexShrink: 0,
    inlineSize: '1.25em',
    blockSize: '1.25em',
    background: 'currentColor',
    mask: `url("data:image/svg+xml,${encodeURIComponent(compact(svg))}") center / contain no-repeat`,
    forcedColorAdjust: 'preserve-parent-color',
  }) satisfies StyleRule;

export const iconStyle = (svg: string, rule: StyleRule = {}): string => style({ ...iconRule(svg), ...rule });
