import { style } from '@vanilla-extract/css';
import { forcedColors } from '#ui/media.ts';
import { column, columnShares, raised, spreadRow, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, space } = vars;

/** Has the height that the chart and the figures take, so that they cause no layout shift. */
export const panel = style([
  column({ gap: 'md', padding: 'lg' }),
  {
    ...raised,
    minBlockSize: '34rem',
    '@media': { [tokens.breakpoints.tablet]: { minBlockSize: '26rem' } },
  },
]);

export const failure = style({
  color: color.dangerText,
  fontSize: vars.text.sm,
  selectors: { '&:empty': { position: 'absolute' } },
});

export const facts = style([wrapped({ gap: 'md' }), { columnGap: space.xl }]);

export const figure = style({
  margin: 0,
  fontSize: vars.text.lg,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
});

export const chart = style([
  column({ gap: 'xxs', fontSize: 'xs', color: 'muted' }),
  { flexGrow: 1, fontVariantNumeric: 'tabular-nums' },
]);

/** The number that the highest line stands for. */
export const scale = style({
  minBlockSize: `calc(${vars.text.xs} * ${vars.leading.tight})`,
  lineHeight: vars.leading.tight,
});

export const bars = style({ flexGrow: 1, inlineSize: '100%', blockSize: '10rem' });

export const rule = style({ stroke: color.line, vectorEffect: 'non-scaling-stroke' });

export const place = style({ fill: 'transparent', selectors: { '&:hover': { fill: color.sunken } } });

const drawn = { pointerEvents: 'none', '@media': { [forcedColors]: { fill: 'CanvasText' } } } as const;
export const bar = style({ fill: color.accent, ...drawn });
export const returned = style({ fill: color.brass, ...drawn });

export const ends = spreadRow();

export const summary = style([
  sprinkles({ fontSize: 'sm', fontWeight: 'medium' }),
  { inlineSize: 'fit-content', paddingBlock: space.xs, color: color.accent, cursor: 'pointer' },
]);

export const table = columnShares(['65%', '35%']);

export const name = style({ fontWeight: vars.weight.medium, overflowWrap: 'anywhere' });

export const share = style({ inlineSize: '100%', blockSize: '0.375rem', marginBlockStart: space.xxs });
