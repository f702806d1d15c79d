import type { StyleRule } from '@vanilla-extract/css';
import { sprinkles } from './sprinkles.css.ts';

type Gap = NonNullable<Parameters<typeof sprinkles>[0]['gap']>;

/** A row that wraps, its first part at the start and its last at the end. For use inside `.css.ts` files. */
export const spreadRow = (gap?: Gap): string =>
  sprinkles({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    ...(gap && { gap }),
  });

/**
 * Styles with mixed colors, for browsers that can mix: Safari can from 16.2 and Chrome from 111. A list of values would be no
 * fallback: one with a variable in it is only found out to be wrong when it is too late for the others.
 */
export const mixed = (styles: NonNullable<StyleRule['@supports']>[string]): StyleRule => ({
  '@supports': { '(color: color-mix(in srgb, red, red))': styles },
});
