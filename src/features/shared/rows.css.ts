import { style } from '@vanilla-extract/css';
import download from 'lucide-static/icons/download.svg?raw';
import refreshCw from 'lucide-static/icons/refresh-cw.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { column, row, spreadRow, surface, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, space } = vars;
const belowDesktop = `not all and ${tokens.breakpoints.desktop}`;
const narrow = `not all and ${tokens.breakpoints.tablet}`;

export const head = spreadRow({ gap: 'xs' });

export const tools = style([
  wrapped({ alignItems: 'center', gap: 'xxs' }),
  {
    flexGrow: 1,
    minBlockSize: vars.target.control,
    fontVariantNumeric: 'tabular-nums',
    '@media': { [tokens.breakpoints.tablet]: { justifyContent: 'end' } },
  },
]);

/** Reserves its space, so that new text causes no layout shift. On narrow pages, it's below the buttons. */
export const line = style({
  position: 'relative',
  flexGrow: 1,
  minInlineSize: 'min(16.5rem, 100%)',
  // With a base width of 0, long text wraps and doesn't move the buttons.
  inlineSize: 0,
  minBlockSize: `calc(${vars.text.sm} * ${vars.leading.normal})`,
  marginInlineEnd: space.xs,
  textAlign: 'end',
  '@media': {
    [belowDesktop]: { order: 1, minInlineSize: '100%' },
    [narrow]: {
      minBlockSize: `calc(2 * ${vars.text.sm} * ${vars.leading.normal})`,
      textAlign: 'start',
    },
  },
});

export const refreshIcon = iconStyle(refreshCw);
export const downloadIcon = iconStyle(download);

export const downloadButton = style({ minInlineSize: 'min(10.5rem, 100%)' });

export const progress = style([row({ gap: 'xs', fontSize: 'sm' }), { justifyContent: 'inherit' }]);

export const bar = style({ flex: '1 1 3rem', minInlineSize: '3rem', maxInlineSize: '8rem' });

export const outcome = sprinkles({ fontSize: 'sm', color: 'muted' });

/** Overlaps the gaps around the line if the reason is long, so that it causes no layout shift. */
export const failure = style([
  sprinkles({ fontSize: 'sm' }),
  {
    position: 'absolute',
    insetInline: 0,
    insetBlockStart: '50%',
    transform: 'translateY(-50%)',
    color: color.dangerText,
    lineHeight: vars.leading.tight,
    overflowWrap: 'anywhere',
    '@media': { [narrow]: { insetBlockStart: 0, transform: 'none' } },
  },
]);

export const list = style([
  column({ gap: 'sm' }),
  {
    minBlockSize: '20rem',
    transition: `opacity ${vars.motion.quick}`,
    selectors: { '&[aria-busy="true"]': { opacity: 0.6 } },
  },
]);

export const skeleton = style([column({ gap: 'xs', padding: 'md' }), surface]);

export const message = style([
  column({ alignItems: 'center', gap: 'sm', padding: 'xl' }),
  { ...surface, color: color.textMuted, textAlign: 'center' },
]);

export const messageTitle = style({ color: color.text });

export const drawing = style({ inlineSize: '11rem', blockSize: 'auto' });
export const ground = style({ fill: color.sunken });
export const page = style({ fill: color.surface, stroke: color.controlLine, strokeWidth: 2 });
export const rule = style({ stroke: color.line, strokeWidth: 3, strokeLinecap: 'round' });
export const entry = style({ stroke: color.controlLine, strokeWidth: 3, strokeLinecap: 'round' });
export const coin = style({ fill: color.warningSurface, stroke: color.brass, strokeWidth: 2.5 });
export const mark = style({ fill: 'none', stroke: color.brass, strokeWidth: 2.5, strokeLinecap: 'round' });
