import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const filters = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', gap: 'xs' }),
  { minInlineSize: 0, padding: 0, border: 'none' },
]);

export const list = style({
  minBlockSize: '20rem',
  transition: `opacity ${vars.motion.quick}`,
  selectors: { '&[aria-busy="true"]': { opacity: 0.6 } },
});

export const skeleton = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' });

export const message = style([
  sprinkles({ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 'sm', padding: 'xxl' }),
  {
    background: vars.colour.surface,
    border: `1px dashed ${vars.colour.line}`,
    borderRadius: vars.radius.lg,
    textAlign: 'center',
  },
]);

export const pager = sprinkles({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'xs',
});

export const page = style({ fontVariantNumeric: 'tabular-nums' });
