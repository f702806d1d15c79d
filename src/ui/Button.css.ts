import { style, styleVariants } from '@vanilla-extract/css';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

const base = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.xs,
  minBlockSize: vars.target.control,
  paddingBlock: vars.space.xs,
  paddingInline: vars.space.lg,
  border: '1px solid transparent',
  borderRadius: vars.radius.md,
  fontFamily: vars.font.body,
  fontSize: vars.text.md,
  fontWeight: vars.weight.strong,
  lineHeight: vars.leading.tight,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    '&:disabled': {
      background: colour.sunken,
      borderColor: colour.line,
      color: colour.textMuted,
      cursor: 'not-allowed',
    },
    '&[aria-disabled="true"]': { cursor: 'not-allowed' },
    '&[aria-busy="true"]': { cursor: 'progress' },
  },
});

const hover = '&:hover:not(:disabled):not([aria-disabled="true"])';

/** The looks of a button; a link may wear them too. */
export const button = styleVariants({
  primary: [
    base,
    {
      background: colour.accent,
      color: colour.onAccent,
      selectors: { [hover]: { background: colour.accentHover } },
    },
  ],
  secondary: [
    base,
    {
      background: colour.surface,
      borderColor: colour.controlLine,
      color: colour.text,
      selectors: { [hover]: { background: colour.sunken, borderColor: colour.text } },
    },
  ],
  quiet: [
    base,
    {
      paddingInline: vars.space.sm,
      background: 'transparent',
      color: colour.accent,
      selectors: {
        [hover]: { background: colour.sunken },
        '&:disabled': { background: 'transparent', borderColor: 'transparent' },
      },
    },
  ],
  danger: [
    base,
    {
      background: colour.danger,
      color: colour.onDanger,
      selectors: { [hover]: { background: colour.dangerHover } },
    },
  ],
});

export const spinner = style({ marginInlineStart: `calc(-1 * ${vars.space.xs})` });
