import { style, styleVariants } from '@vanilla-extract/css';
import { fingerHigh, forcedColors } from './media.ts';
import { vars } from './theme/theme.css.ts';

const { color } = vars;

const hover = '&:hover:not(:disabled):not([aria-disabled="true"], [data-offline])';

/**
 * Matches a button that is disabled for a reason other than its own running action. An offline one accepts
 * presses, to say why it can't work.
 */
const unavailable = '&:is(:disabled, [aria-disabled="true"], [data-offline]):not([aria-busy="true"])';

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
      background: color.sunken,
      borderColor: color.line,
      boxShadow: 'none',
      color: color.textMuted,
      cursor: 'not-allowed',
    },
    '&[aria-busy="true"]': { cursor: 'progress' },
  },
  '@media': {
    [forcedColors]: { selectors: { [unavailable]: { color: 'GrayText', borderColor: 'GrayText' } } },
    '(prefers-reduced-motion: no-preference)': {
      selectors: {
        // Animate only on hover, so that enabling or disabling a button is visible immediately.
        [hover]: {
          transition: `background-color ${vars.motion.quick}, border-color ${vars.motion.quick}, transform ${vars.motion.quick}`,
        },
        '&:active:not(:disabled):not([aria-disabled="true"])': { transform: 'scale(0.985)' },
      },
    },
  },
});

/** Button variants. Links can use them too. */
export const button = styleVariants({
  primary: [
    base,
    {
      background: color.accent,
      color: color.onAccent,
      boxShadow: vars.shadow.pressed,
      selectors: { [hover]: { background: color.accentHover } },
    },
  ],
  secondary: [
    base,
    {
      background: color.surface,
      borderColor: color.controlLine,
      color: color.text,
      selectors: { [hover]: { background: color.sunken, borderColor: color.text } },
    },
  ],
  quiet: [
    base,
    {
      paddingInline: vars.space.sm,
      background: 'transparent',
      color: color.accent,
      selectors: {
        [hover]: { background: color.accentSurface },
        [unavailable]: { background: 'transparent', borderColor: 'transparent' },
      },
    },
  ],
});

/** Smaller button for toolbars, where no button is the page's main action. */
export const small = style({
  minBlockSize: vars.target.medium,
  paddingBlock: vars.space.xxs,
  paddingInline: vars.space.sm,
  fontSize: vars.text.sm,
  '@media': fingerHigh,
});

export const spinner = style({ marginInlineStart: `calc(-1 * ${vars.space.xs})` });
