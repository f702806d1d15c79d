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

/** A label and the hint beside it, which wraps below where there is no room. */
export const heading = style([spreadRow(), { columnGap: vars.space.xs }]);

export const hint = style({ fontSize: vars.text.sm, color: vars.colour.textMuted });

/** Between the rows of a form. An error of one line fits into it near its own field, and nothing moves when one comes or goes. */
export const rowGap = '1.625rem';

/** Between a control and its error, in pixels. */
export const errorGap = 2;

export const error = style({
  display: 'flex',
  gap: vars.space.xxs,
  // The gap below the field has room for one line, so a short error moves nothing.
  marginBlockStart: `calc(${errorGap}px - ${vars.space.xxs})`,
  marginBlockEnd: `calc(-1 * (${vars.text.sm} * ${vars.leading.tight} + ${errorGap}px))`,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  lineHeight: vars.leading.tight,
  color: colour.dangerText,
  selectors: { '&::before': { ...iconRule(circleAlert), content: '""', fontSize: vars.text.xs } },
});

/** The box of every control one types or chooses in; the gateway's frames sit in the same one. */
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
