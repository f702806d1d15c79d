import { globalStyle, style } from '@vanilla-extract/css';
import { engraved, engraving } from '#ui/engraved.css.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const centered = style({
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: vars.space.md,
  minBlockSize: '100dvh',
  padding: vars.space.lg,
  textAlign: 'center',
});

export const emblem = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '12rem',
  blockSize: '12rem',
  ...engraved('rgb(169 125 31 / .7)'),
  background: `${engraving} center / contain`,
  color: vars.color.brass,
});

export const messagePage = style({ display: 'grid', gridTemplateRows: '1fr auto', minBlockSize: '100dvh' });

globalStyle(`${messagePage} > main`, { minBlockSize: 0 });

export const hint = style({ color: vars.color.textMuted, maxInlineSize: '32rem' });

export const skipLink = style({
  position: 'fixed',
  insetBlockStart: vars.space.xs,
  insetInlineStart: vars.space.xs,
  zIndex: 20,
  paddingBlock: vars.space.xs,
  paddingInline: vars.space.md,
  border: `1px solid ${vars.color.controlLine}`,
  borderRadius: vars.radius.md,
  background: vars.color.surface,
  color: vars.color.accent,
  fontWeight: vars.weight.strong,
  selectors: { '&:not(:focus)': { translate: '0 -200%' } },
  '@media': { print: { display: 'none' } },
});
