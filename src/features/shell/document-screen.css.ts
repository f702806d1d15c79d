import { globalStyle, style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const page = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space.xl,
  maxInlineSize: vars.measure.prose,
  marginInline: 'auto',
  paddingBlock: vars.space.xxl,
  paddingInline: vars.space.md,
});

export const header = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' }),
  { paddingBlockEnd: vars.space.lg, borderBlockEnd: `3px solid ${vars.colour.brass}` },
]);

export const lead = sprinkles({ color: 'muted', fontSize: 'sm' });

export const section = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'sm' });

globalStyle(`${page} a`, { color: vars.colour.accent, textUnderlineOffset: '0.2em' });
globalStyle(`${page} :is(ul, ol)`, { paddingInlineStart: vars.space.lg });
