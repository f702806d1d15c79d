import { fallbackVar, globalStyle, keyframes, style } from '@vanilla-extract/css';
import x from 'lucide-static/icons/x.svg?raw';
import { iconStyle } from './icon.ts';
import { coarsePointer } from './media.ts';
import { column, iconButton, square, surface, wrapped } from './theme/recipes.ts';
import { sprinkles } from './theme/sprinkles.css.ts';
import { vars } from './theme/theme.css.ts';
import { tokens } from './theme/tokens.ts';

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(0.75rem) scale(0.98)' } });
const darken = keyframes({ from: { opacity: 0 } });

/** Matches windows that are tall enough for content above a sticky footer. */
const tallEnough = '(min-height: 30rem)';

export const dialog = style({
  inlineSize: 'min(34rem, calc(100vw - 2rem))',
  maxInlineSize: 'none',
  maxBlockSize: 'calc(100dvh - 2rem)',
  margin: 'auto',
  padding: 0,
  overflow: 'auto',
  overscrollBehavior: 'contain',
  ...surface,
  color: vars.color.text,
  boxShadow: vars.shadow.floating,
  // Backdrops don't inherit variables before Chrome 122, Firefox 120 and Safari 17.4.
  selectors: {
    '&::backdrop': { background: fallbackVar(vars.color.backdrop, tokens.palettes.light.backdrop) },
  },
  '@media': {
    print: { selectors: { '&::backdrop': { background: 'none' } } },
    [tallEnough]: {
      scrollPaddingBlock: `calc(${vars.target.control} + ${vars.space.md} + ${vars.space.lg})`,
    },
    '(prefers-reduced-motion: no-preference)': {
      animation: `${appear} ${vars.motion.calm}`,
      selectors: { '&::backdrop': { animation: `${darken} ${vars.motion.calm}` } },
    },
  },
});

export const panel = style([column({ gap: 'lg', padding: 'lg' }), { background: vars.color.surface }]);

/** Wraps a title that is too long for the window, so that the close button stays in it. */
globalStyle(`${panel} > div > h2`, { minInlineSize: 0, overflowWrap: 'anywhere' });

/** Sticky, so that the close button stays in view while the dialog scrolls. */
export const header = style([
  sprinkles({ display: 'flex', alignItems: 'start', justifyContent: 'space-between', gap: 'md' }),
  {
    '@media': {
      [tallEnough]: {
        position: 'sticky',
        zIndex: 1,
        insetBlockStart: 0,
        // Extends to the panel's edges.
        margin: `calc(-1 * ${vars.space.lg})`,
        marginBlockEnd: `calc(-1 * ${vars.space.md})`,
        padding: vars.space.lg,
        paddingBlockEnd: vars.space.md,
        background: vars.color.surface,
      },
    },
  },
]);

export const closeButton = style({
  ...iconButton,
  flexShrink: 0,
  ...square(vars.target.medium),
  borderRadius: vars.radius.md,
  selectors: { '&:hover': { background: vars.color.sunken, color: vars.color.text } },
  '@media': { [coarsePointer]: square(vars.target.control) },
});

export const close = style([
  closeButton,
  { marginBlockStart: `calc(-1 * ${vars.space.xs})`, marginInlineEnd: `calc(-1 * ${vars.space.xs})` },
]);

export const closeIcon = iconStyle(x);

/** Sticky, so that the buttons stay in view in a dialog taller than the screen. */
export const footer = style([
  wrapped({ justifyContent: 'end', gap: 'sm' }),
  {
    '@media': {
      [tallEnough]: {
        position: 'sticky',
        insetBlockEnd: 0,
        marginBlock: `calc(-1 * ${vars.space.md}) calc(-1 * ${vars.space.lg})`,
        marginInline: `calc(-1 * ${vars.space.lg})`,
        paddingBlock: `${vars.space.md} ${vars.space.lg}`,
        paddingInline: vars.space.lg,
        background: vars.color.surface,
      },
    },
  },
]);
