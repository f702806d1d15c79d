import { globalStyle, type StyleRule, style } from '@vanilla-extract/css';
import { sprinkles } from './sprinkles.css.ts';
import { vars } from './theme.css.ts';

type Look = Parameters<typeof sprinkles>[0];

// Layouts, in which the shorthands of `sprinkles` can be set. For `.css.ts` files, like all functions here.
export const column = (look?: Look): string =>
  sprinkles({ display: 'flex', flexDirection: 'column', ...look });
export const row = (look?: Look): string => sprinkles({ display: 'flex', alignItems: 'center', ...look });
export const wrapped = (look?: Look): string => sprinkles({ display: 'flex', flexWrap: 'wrap', ...look });

/** Returns a wrapping row with its first part at the start and its last at the end. */
export const spreadRow = (look?: Look): string =>
  wrapped({ alignItems: 'center', justifyContent: 'space-between', ...look });

export const muted = (): string => sprinkles({ color: 'muted', fontSize: 'sm' });

export const square = (size: string) => ({ inlineSize: size, blockSize: size });

export const hairline = `1px solid ${vars.color.line}`;

export const surface = {
  background: vars.color.surface,
  border: hairline,
  borderRadius: vars.radius.lg,
} satisfies StyleRule;

export const raised = { ...surface, boxShadow: vars.shadow.raised } satisfies StyleRule;

/** A list without bullets. Safari drops the list role if the type is `none`. */
export const plainList = { padding: 0, listStyleType: '""' } satisfies StyleRule;

/** A button that shows only an icon. */
export const iconButton = {
  display: 'grid',
  placeItems: 'center',
  padding: 0,
  border: 'none',
  background: 'transparent',
  color: vars.color.textMuted,
  cursor: 'pointer',
} satisfies StyleRule;

/** Returns a table class. `shares` are the columns' widths, in order. */
export const columnShares = (shares: readonly string[]): string => {
  const table = style({});
  shares.forEach((share, place) => {
    globalStyle(`${table} th:nth-child(${place + 1})`, { inlineSize: share });
  });
  return table;
};

/**
 * Returns styles that use `color-mix()`, for Safari 16.2, Chrome 111 and later. A fallback declaration
 * wouldn't work: browsers discard it before they detect that a value with a variable is invalid.
 */
export const mixed = (styles: NonNullable<StyleRule['@supports']>[string]): StyleRule => ({
  '@supports': { '(color: color-mix(in srgb, red, red))': styles },
});
