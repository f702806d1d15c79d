import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const cards = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'sm' }),
  // Not `none`, which would take the list's role away in Safari.
  { padding: 0, listStyleType: '""' },
]);

export const card = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'sm', padding: 'md' }),
  {
    background: vars.colour.surface,
    border: `1px solid ${vars.colour.line}`,
    borderRadius: vars.radius.lg,
  },
]);

/** A card with details. */
export const opens = style({ cursor: 'pointer' });

export const head = sprinkles({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: 'sm',
});

export const name = style({ minInlineSize: 0, fontSize: vars.text.md, overflowWrap: 'anywhere' });

export const facts = style([
  sprinkles({ display: 'grid', gap: 'xs' }),
  {
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
  },
]);

/** Takes a row of its own. */
export const whole = style({ gridColumn: '1 / -1' });

export const term = sprinkles({ fontSize: 'xs', color: 'muted' });

export const id = style([
  sprinkles({ display: 'flex', alignItems: 'center', gap: 'xs', fontSize: 'sm', color: 'muted' }),
]);
