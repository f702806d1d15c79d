import { style } from '@vanilla-extract/css';
import circleAlert from 'lucide-static/icons/circle-alert.svg?raw';
import { iconRule } from './icon.ts';
import { forcedColors, wrongInForcedColors } from './media.ts';
import { mixed, spreadRow } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

export const field = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space.xxs,
  minInlineSize: 0,
});

export const label = style({ fontSize: vars.text.sm, fontWeight: vars.weight.strong });

export const heading = style([spreadRow(), { columnGap: vars.space.xs }]);

export const hint = style({ fontSize: vars.text.sm, color: vars.colour.textMuted });

/** The gap between a form's rows. A one-line error fits into it, so that errors don't shift the layout. */
export const rowGap = '1.625rem';

/** In pixels. */
export const errorGap = 2;

export const error = style({
  display: 'flex',
  gap: vars.space.xxs,
  // A one-line error fits into the row gap, so it shifts nothing.
  marginBlockStart: `calc(${errorGap}px - ${vars.space.xxs})`,
  marginBlockEnd: `calc(-1 * (${vars.text.sm} * ${vars.leading.tight} + ${errorGap}px))`,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  lineHeight: vars.leading.tight,
  color: colour.dangerText,
  selectors: { '&::before': { ...iconRule(circleAlert), content: '""', fontSize: vars.text.xs } },
});

/** The box of every text field and select. The card gateway's frames use it too. */
export const control = style({
  inlineSize: '100%',
  minBlockSize: vars.target.control,
  paddingBlock: vars.space.xs,
  paddingInline: vars.space.sm,
  background: colour.surface,
  border: `1px solid ${colour.controlLine}`,
  borderRadius: vars.radius.md,
  selectors: {
    '&:hover': { borderColor: colour.text },
    '&:focus-visible': {
      borderColor: colour.accent,
      outline: `3px solid ${colour.accentSurface}`,
      outlineOffset: 0,
      boxShadow: `0 0 0 1px ${colour.accent}`,
    },
    '&[aria-invalid="true"]': {
      borderColor: colour.dangerText,
      boxShadow: `0 0 0 1px ${colour.dangerText}`,
    },
    '&[readonly], &[readonly]:hover': {
      background: colour.sunken,
      borderColor: colour.sunken,
      color: colour.textMuted,
      cursor: 'default',
    },
    '&:disabled': { background: colour.sunken, color: colour.textMuted, cursor: 'not-allowed' },
    '&::placeholder': { color: colour.textMuted, opacity: 1 },
  },
  '@media': { [forcedColors]: { selectors: { '&[aria-invalid="true"]': wrongInForcedColors } } },
  ...mixed({
    selectors: {
      '&:focus-visible': { outlineColor: `color-mix(in srgb, ${colour.accent} 30%, transparent)` },
    },
  }),
});
