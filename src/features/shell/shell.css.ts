import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

/** A page that holds one short message. */
export const centred = style({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: vars.space.md,
  minBlockSize: '100dvh',
  padding: vars.space.lg,
  textAlign: 'center',
});

export const emblem = style({ color: vars.colour.brass });

export const hint = style([sprinkles({ color: 'muted' }), { maxInlineSize: '32rem' }]);
