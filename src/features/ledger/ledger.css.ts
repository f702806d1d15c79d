import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

/** What is listed, and what can be done with it. */
export const bar = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }),
  { gap: vars.space.xs },
]);

export const list = style({
  minBlockSize: '20rem',
  transition: `opacity ${vars.motion.quick}`,
  selectors: { '&[aria-busy="true"]': { opacity: 0.6 } },
});

export const skeleton = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs', padding: 'md' }),
  {
    background: vars.colour.surface,
    border: `1px solid ${vars.colour.line}`,
    borderRadius: vars.radius.lg,
  },
]);

export const message = style([
  sprinkles({ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 'sm', padding: 'xl' }),
  {
    background: vars.colour.surface,
    border: `1px solid ${vars.colour.line}`,
    borderRadius: vars.radius.lg,
    color: vars.colour.textMuted,
    textAlign: 'center',
  },
]);

export const messageTitle = style({ color: vars.colour.text });
