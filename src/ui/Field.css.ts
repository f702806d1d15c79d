import { style } from '@vanilla-extract/css';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

export const field = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xxs' }),
  { minInlineSize: 0 },
]);

export const label = sprinkles({ fontSize: 'sm', fontWeight: 'strong' });

export const hint = sprinkles({ fontSize: 'sm', color: 'muted' });

export const error = style([
  sprinkles({ display: 'flex', gap: 'xxs', fontSize: 'sm', fontWeight: 'medium' }),
  { color: colour.dangerText },
]);

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
      boxShadow: `0 0 0 1px ${colour.accent}`,
    },
    '&[aria-invalid="true"]': {
      borderColor: colour.dangerText,
      boxShadow: `0 0 0 1px ${colour.dangerText}`,
    },
    '&:disabled': { background: colour.sunken, color: colour.textMuted, cursor: 'not-allowed' },
    '&::placeholder': { color: colour.textMuted, opacity: 1 },
  },
});
