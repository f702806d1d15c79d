import { style, styleVariants } from '@vanilla-extract/css';
import { fingerHigh, forcedColors } from './media.ts';
import { vars } from './theme/theme.css.ts';

const { colour } = vars;

const hover = '&:hover:not(:disabled):not([aria-disabled="true"])';

/** Disabled, but not busy with its own action. */
const unavailable = '&:is(:disabled, [aria-disabled="true"]):not([aria-busy="true"])';

const base = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.xs,
  minBlockSize: vars.target.control,
  paddingBlock: vars.space.xs,
  paddingInline: '1.25rem',
  border: '1px solid transparent',
  borderRadius: vars.radius.md,
  fontSize: vars.text.md,
  fontWeight: vars.weight.strong,
  lineHeight: vars.leading.tight,
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: {
    [unavailable]: {
      background: colour.sunken,
      borderColor: colour.line,
      boxShadow: 'none',
      color: colour.textMuted,
      cursor: 'not-allowed',
    },
    '&[aria-disabled="true"]': { cursor: 'not-allowed' },
    '&[aria-busy="true"]': { cursor: 'progress' },
  },
  '@media': {
    [forcedColors]: { selectors: { [unavailable]: { color: 'GrayText', borderColor: 'GrayText' } } },
    '(prefers-reduced-motion: no-preference)': {
      selectors: {
        // Only on hover, so that a change between enabled and disabled shows at once.
        [hover]: {
          transition: `background-color ${vars.motion.quick}, border-color ${vars.motion.quick}, transform ${vars.motion.quick}`,
        },
        '&:active:not(:disabled):not([aria-disabled="true"])': { transform: 'scale(0.985)' },
      },
    },
  },
});

/** The variants of a button. Links can use them too. */
export const button = styleVariants({
  primary: [
    base,
    {
      background: colour.accent,
      color: colour.onAccent,
      boxShadow: vars.shadow.pressed,
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
        [hover]: { background: colour.accentSurface },
        [unavailable]: { background: 'transparent', borderColor: 'transparent' },
      },
    },
  ],
});

/** For toolbars, where a button isn't the page's main action. */
export const small = style({
  minBlockSize: vars.target.medium,
  paddingBlock: vars.space.xxs,
  paddingInline: vars.space.sm,
  fontSize: vars.text.sm,
  '@media': fingerHigh,
});

export const spinner = style({ marginInlineStart: `calc(-1 * ${vars.space.xs})` });
