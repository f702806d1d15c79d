import { keyframes, style } from '@vanilla-extract/css';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(0.5rem)' } });

export const dialog = style({
  inlineSize: 'min(34rem, calc(100vw - 2rem))',
  maxInlineSize: 'none',
  maxBlockSize: 'calc(100dvh - 2rem)',
  margin: 'auto',
  padding: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  border: `1px solid ${vars.colour.line}`,
  borderRadius: vars.radius.lg,
  background: vars.colour.surface,
  color: vars.colour.text,
  boxShadow: vars.shadow.floating,
  selectors: { '&::backdrop': { background: vars.colour.backdrop } },
  '@media': {
    '(prefers-reduced-motion: no-preference)': { animation: `${appear} ${vars.motion.calm}` },
  },
});

export const panel = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'lg', padding: 'lg' }),
]);

export const header = sprinkles({
  display: 'flex',
  alignItems: 'start',
  justifyContent: 'space-between',
  gap: 'md',
});

export const close = style({
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  inlineSize: vars.target.control,
  blockSize: vars.target.control,
  marginBlockStart: `calc(-1 * ${vars.space.xs})`,
  marginInlineEnd: `calc(-1 * ${vars.space.xs})`,
  border: 'none',
  borderRadius: vars.radius.md,
  background: 'transparent',
  color: vars.colour.textMuted,
  cursor: 'pointer',
  selectors: { '&:hover': { background: vars.colour.sunken, color: vars.colour.text } },
});

export const footer = sprinkles({ display: 'flex', flexWrap: 'wrap', justifyContent: 'end', gap: 'sm' });
