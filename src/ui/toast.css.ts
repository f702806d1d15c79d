import { createVar, globalStyle, keyframes, style } from '@vanilla-extract/css';
import { coarsePointer } from './media.ts';
import { iconButton, square } from './theme/recipes.ts';
import { vars } from './theme/theme.css.ts';
import { tokens } from './theme/tokens.ts';

/* Styles for react-toastify's unstyled build. Keep its animations, even with reduced motion:
   they start a toast's timer (entrance), close it (progress bar) and remove it (exit). */
const { color } = vars;
const { tablet } = tokens.breakpoints;
const tone = createVar();
const toast = '.Toastify__toast';
const header = '3.5rem';
const bar = '.Toastify__progress-bar';

const aside = { opacity: 0, transform: 'translateX(1.5rem)' };
const above = { opacity: 0, transform: 'translateY(-1.5rem)' };
const enter = keyframes({ from: aside });
const exit = keyframes({ to: aside });
const drop = keyframes({ from: above });
const rise = keyframes({ to: above });
const fadeIn = keyframes({ from: { opacity: 0 } });
const fadeOut = keyframes({ to: { opacity: 0 } });
const turn = keyframes({ to: { transform: 'rotate(360deg)' } });
const runOut = keyframes({ from: { transform: 'scaleX(1)' }, to: { transform: 'scaleX(0)' } });

/** The fixed place of all toasts. They may cover content, but not the header's buttons where there is room below. */
export const place = style({
  position: 'fixed',
  zIndex: 10,
  insetBlockStart: 'env(safe-area-inset-top)',
  insetInlineEnd: 'env(safe-area-inset-right)',
  inlineSize: '100%',
  maxBlockSize: '100dvh',
  overflow: 'hidden auto',
  // Lets clicks through between and below the toasts.
  pointerEvents: 'none',
  '@media': {
    [tablet]: {
      insetBlockStart: `calc(env(safe-area-inset-top) + ${header})`,
      inlineSize: '26rem',
      maxBlockSize: `calc(100dvh - ${header})`,
    },
  },
});

globalStyle(`${toast}-container`, {
  display: 'grid',
  gap: vars.space.xs,
  padding: vars.space.xs,
  outline: 'none',
  '@media': { [tablet]: { padding: vars.space.md } },
});

globalStyle(`${toast}-container:empty`, { display: 'none' });

globalStyle(toast, {
  vars: { [tone]: color.textMuted },
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: vars.space.sm,
  minBlockSize: '3.5rem',
  paddingBlock: vars.space.sm,
  paddingInline: `${vars.space.md} 2.75rem`,
  overflow: 'hidden',
  border: `1px solid ${color.line}`,
  borderRadius: vars.radius.md,
  background: color.surface,
  color: color.text,
  fontSize: vars.text.sm,
  boxShadow: vars.shadow.lifted,
  overflowWrap: 'anywhere',
  touchAction: 'pan-y',
  pointerEvents: 'auto',
});

globalStyle(`${toast}--success`, { vars: { [tone]: color.successText } });
globalStyle(`${toast}--error`, { vars: { [tone]: color.dangerText } });
globalStyle(`${toast}--close-on-click`, { cursor: 'pointer' });

globalStyle(`${toast}-icon`, { inlineSize: '1.25rem', flexShrink: 0 });
globalStyle(`${toast}-icon > svg`, { fill: tone });

globalStyle('.Toastify__spinner', {
  ...square('1.25rem'),
  border: `2px solid ${color.line}`,
  borderBlockStartColor: color.brass,
  borderRadius: '50%',
  animation: `${turn} 700ms linear infinite`,
});

globalStyle('.Toastify__close-button', {
  ...iconButton,
  position: 'absolute',
  insetBlockStart: vars.space.xxs,
  insetInlineEnd: vars.space.xxs,
  ...square('2rem'),
  borderRadius: vars.radius.sm,
  '@media': { [coarsePointer]: { inset: '0 0 auto auto', ...square(vars.target.control) } },
});

globalStyle('.Toastify__close-button > svg', {
  inlineSize: '0.875rem',
  blockSize: '1rem',
  fill: 'currentColor',
});

globalStyle(`${bar}--wrp`, {
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: 0,
  blockSize: '3px',
});

globalStyle(`${bar}--wrp[data-hidden="true"]`, { opacity: 0 });

globalStyle(bar, {
  position: 'absolute',
  inset: 0,
  background: tone,
  opacity: 0.6,
  transformOrigin: 'left',
});

globalStyle(`${bar}--bg`, { blockSize: '100%', background: tone, opacity: 0.15 });
globalStyle(`${bar}--animated`, { animation: `${runOut} linear 1 forwards` });

globalStyle('.Toastify--animate', { animationDuration: '240ms', animationFillMode: 'both' });

const reducedMotion = '(prefers-reduced-motion: reduce)';

globalStyle('.Toastify__bounce-enter--top-right', {
  animationName: drop,
  '@media': { [tablet]: { animationName: enter }, [reducedMotion]: { animationName: fadeIn } },
});

globalStyle('.Toastify__bounce-exit--top-right', {
  animationName: rise,
  '@media': { [tablet]: { animationName: exit }, [reducedMotion]: { animationName: fadeOut } },
});
