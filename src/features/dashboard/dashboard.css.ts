import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const page = style({
  maxInlineSize: vars.measure.page,
  marginInline: 'auto',
  paddingInline: `clamp(${vars.space.md}, 4vw, ${vars.space.xl})`,
  paddingBlockEnd: vars.space.xxxl,
});

export const header = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }),
  sprinkles({ gap: 'md', paddingBlock: 'lg' }),
]);

export const greeting = style({ minInlineSize: 0, overflowWrap: 'anywhere' });

export const main = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xxl' });

export const actions = sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'sm' });
