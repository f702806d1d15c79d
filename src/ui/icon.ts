import { type StyleRule, style } from '@vanilla-extract/css';

const compact = (svg: string): string =>
  svg
    .replace(/<!--.*?-->/s, '')
    .replace(/ class="[^"]*"/, '')
    .replace(/\s+/g, ' ')
    .replace(/> | (?=\/?>)/g, (match) => match.trim())
    .trim();

/**
 * One drawing of the icon set in the colour of its text. It is cut out by a mask, so that it takes neither script nor a
 * request of its own. For an element, or for one of its pseudo-elements.
 *
 * @param svg the drawing's source
 */
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

/** A class for one drawing, and for what else is to be said of it: its place, its colour. */
export const iconStyle = (svg: string, rule: StyleRule = {}): string => style({ ...iconRule(svg), ...rule });
