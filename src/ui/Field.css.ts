import { style } from '@vanilla-extract/css';
import circleAlert from 'lucide-static/icons/circle-alert.svg?raw';
import { iconRule } from './icon.ts';
import { forcedColors, wrongInForcedColors } from './media.ts';
import { mixed, spreadRow } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';

const { color } = vars;

export const field = style({
  display: 'flex',
  flexDirection: 'column',
  gap: vars.space.xxs,
  minInlineSize: 0,
});

export const label = style({ fontSize: vars.text.sm, fontWeight: vars.weight.strong });

export const heading = style([spreadRow(), { columnGap: vars.space.xs }]);

export const hint = style({ fontSize: vars.text.sm, color: vars.color.textMuted });

/** Gap above an error, in px. */
export const errorGap = 6;

/** Height that a one-line error takes. */
const errorRoom = `${vars.text.sm} * ${vars.leading.tight} + ${errorGap}px`;

/** Gap between form rows. It has room for a one-line error, so that errors cause no layout shift. */
export const rowGap = `calc(${errorRoom} + ${vars.space.md})`;

export const error = style({
  display: 'flex',
  gap: vars.space.xxs,
  marginBlockStart: `calc(${errorGap}px - ${vars.space.xxs})`,
  // Fits a one-line error into the row gap, to avoid layout shift.
  marginBlockEnd: `calc(-1 * (${errorRoom}))`,
  fontSize: vars.text.sm,
  fontWeight: vars.weight.medium,
  lineHeight: vars.leading.tight,
  color: color.dangerText,
  selectors: { '&::before': { ...iconRule(circleAlert), content: '""', fontSize: vars.text.xs } },
});

/** Box of every text field and select. The boxes around the gateway's iframes use it too. */
export const control = style({
  inlineSize: '100%',
  minBlockSize: vars.target.control,
  paddingBlock: vars.space.xs,
  paddingInline: vars.space.sm,
  background: color.surface,
  border: `1px solid ${color.controlLine}`,
  borderRadius: vars.radius.md,
  selectors: {
    '&:hover': { borderColor: color.text },
    '&:focus-visible': {
      borderColor: color.accent,
      outline: `3px solid ${color.accentSurface}`,
      outlineOffset: 0,
      boxShadow: `0 0 0 1px ${color.accent}`,
    },
    '&[aria-invalid="true"]': {
      borderColor: color.dangerText,
      boxShadow: `0 0 0 1px ${color.dangerText}`,
    },
    '&[readonly], &[readonly]:hover': {
      background: color.sunken,
      borderColor: color.sunken,
      color: color.textMuted,
      cursor: 'default',
    },
    '&:disabled': { background: color.sunken, color: color.textMuted, cursor: 'not-allowed' },
    '&::placeholder': { color: color.textMuted, opacity: 1 },
  },
  '@media': { [forcedColors]: { selectors: { '&[aria-invalid="true"]': wrongInForcedColors } } },
  ...mixed({
    selectors: {
      '&:focus-visible': { outlineColor: `color-mix(in srgb, ${color.accent} 30%, transparent)` },
    },
  }),
});
