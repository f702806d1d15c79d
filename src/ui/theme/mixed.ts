import type { StyleRule } from '@vanilla-extract/css';

/**
 * Styles with mixed colors, for browsers that can mix: Safari can from 16.2 and Chrome from 111. A list of values would be no
 * fallback: one with a variable in it is only found out to be wrong when it is too late for the others.
 */
export const mixed = (styles: NonNullable<StyleRule['@supports']>[string]): StyleRule => ({
  '@supports': { '(color: color-mix(in srgb, red, red))': styles },
});
