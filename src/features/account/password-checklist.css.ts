import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

export const box = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs', padding: 'sm', fontSize: 'sm' }),
  { background: vars.colour.sunken, borderRadius: vars.radius.md },
]);

export const title = sprinkles({ fontSize: 'sm', fontWeight: 'strong' });

export const list = style({
  display: 'grid',
  gap: `${vars.space.xxs} ${vars.space.md}`,
  '@media': { [tokens.breakpoints.tablet]: { gridTemplateColumns: 'auto auto', justifyContent: 'start' } },
});

export const rule = style([sprinkles({ display: 'flex', gap: 'xs', color: 'muted' })]);

export const met = style([
  sprinkles({ display: 'flex', gap: 'xs', fontWeight: 'medium' }),
  { color: vars.colour.successText },
]);

export const glyph = style({ inlineSize: '1em', textAlign: 'center' });
