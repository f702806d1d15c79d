import { createVar, style, styleVariants } from '@vanilla-extract/css';
import { coin } from '#ui/coin.css.ts';
import { engraved, engraving } from '#ui/engraved.css.ts';
import { metals, strip } from '#ui/metals.ts';
import { plainList, raised, row, square, wrapped } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, space } = vars;
const { desktop, tablet } = tokens.breakpoints;
const gap = space.md;

/** Minimum card heights: in one column or wide columns, and in narrow columns. */
const heights = { wide: '13.75rem', narrow: '18rem' } as const;

const rowsOf = (rows: number, height: string) => `calc(${rows} * ${height} + ${rows - 1} * ${gap})`;

/** Reserves the cards' space before they load, to avoid layout shift. */
const room = style({
  minBlockSize: rowsOf(2, heights.wide),
  '@media': {
    [tablet]: {
      minBlockSize: heights.narrow,
      selectors: { ':root[data-many-packages] &': { minBlockSize: rowsOf(2, heights.narrow) } },
    },
    [desktop]: {
      minBlockSize: heights.wide,
      selectors: { ':root[data-many-packages] &': { minBlockSize: rowsOf(2, heights.wide) } },
    },
  },
});

export const grid = style([
  room,
  {
    ...plainList,
    display: 'grid',
    gap,
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridAutoRows: '1fr',
    alignContent: 'start',
    '@media': { [tablet]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
  },
]);

/** The message if there are no packages. Takes the cards' space, to avoid layout shift. */
export const none = style([
  room,
  {
    display: 'grid',
    placeContent: 'center',
    padding: space.md,
    border: `1px dashed ${color.controlLine}`,
    borderRadius: vars.radius.lg,
  },
]);

const coinSize = createVar();
const engravingSize = `calc(${coinSize} * 2.4)`;
const padding = createVar();

/** Centers the engraving on the coin. */
const engravingPlace = `left calc(${padding} + (${coinSize} - ${engravingSize}) / 2) top calc(${space.lg} + (${coinSize} - ${engravingSize}) / 2)`;

/** Base style of cards, and the style of their placeholders. */
export const blank = style({
  vars: { [coinSize]: '2.5rem', [padding]: space.md },
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: space.xs,
  minBlockSize: heights.wide,
  padding: `${space.lg} ${padding}`,
  overflow: 'hidden',
  ...raised,
  overflowWrap: 'anywhere',
  selectors: {
    '&::before': {
      content: '""',
      position: 'absolute',
      insetInline: 0,
      insetBlockStart: 0,
      blockSize: '4px',
    },
  },
  '@media': {
    [tablet]: { minBlockSize: heights.narrow },
    [desktop]: { vars: { [padding]: space.lg }, minBlockSize: heights.wide },
    '(prefers-reduced-motion: no-preference)': {
      transition: `box-shadow ${vars.motion.calm}, transform ${vars.motion.calm}`,
    },
  },
});

export const card = styleVariants(metals, (metal) => [
  blank,
  {
    ...engraved(`${metal.body}66`),
    background: `${engraving} no-repeat ${engravingPlace} / ${engravingSize} ${color.surface}`,
    selectors: {
      '&::before': { background: strip(metal) },
      // Use an outline, which also shows in forced colors.
      '&[aria-current]': { outline: `2px solid ${color.accent}`, outlineOffset: '-1px' },
    },
    '@media': {
      '(hover: hover) and (prefers-reduced-motion: no-preference)': {
        selectors: { '&:hover': { boxShadow: vars.shadow.lifted, transform: 'translateY(-2px)' } },
      },
    },
  },
]);

/** Wraps, so that a long description or a large font leaves the name readable. */
export const head = style([wrapped({ alignItems: 'center' }), { gap: `${space.xxs} ${space.sm}` }]);

export const coins = styleVariants(metals, (_, tier) => [coin[tier], square(coinSize)]);

export const description = sprinkles({ fontSize: 'sm', color: 'muted' });

const mark = style([
  row({ fontSize: 'xs', fontWeight: 'strong' }),
  {
    minBlockSize: '1.5rem',
    paddingInline: space.xs,
    borderRadius: vars.radius.full,
    letterSpacing: '0.05em',
    whiteSpace: 'nowrap',
  },
]);

export const popular = style([mark, { background: color.accent, color: color.onAccent }]);

export const bestValue = style([
  mark,
  { border: `1px solid ${color.brass}`, color: color.brassText, background: color.warningSurface },
]);

export const name = style([
  sprinkles({ fontSize: 'md', color: 'muted' }),
  { flex: '1 1 6rem', minInlineSize: 0 },
]);

export const offer = style([
  wrapped({ justifyContent: 'space-between' }),
  {
    alignItems: 'baseline',
    columnGap: space.sm,
    lineHeight: vars.leading.tight,
    letterSpacing: vars.tracking.heading,
    fontVariantNumeric: 'tabular-nums',
  },
]);

export const credits = sprinkles({ fontSize: 'xxl', fontWeight: 'strong' });

export const price = sprinkles({ fontSize: 'xl', fontWeight: 'strong' });

export const worth = style([
  wrapped({ alignItems: 'center', gap: 'xs', fontSize: 'sm', color: 'muted' }),
  { rowGap: space.xxs, minBlockSize: '1.625rem' },
]);

/** Overlaps the padding below the button, so that showing the text causes no layout shift. */
export const note = style([
  sprinkles({ fontSize: 'xs', color: 'muted' }),
  { position: 'absolute', insetInline: 0, insetBlockEnd: space.xxs, lineHeight: '1', textAlign: 'center' },
]);

export const buy = style({ marginBlockStart: 'auto' });

/** Reserves two lines on phones, because the configuration may arrive after the first paint. */
export const facts = style([
  wrapped({ fontSize: 'sm', color: 'muted' }),
  {
    columnGap: space.md,
    minBlockSize: `calc(2 * ${vars.text.sm} * ${vars.leading.normal})`,
    marginBlockStart: `calc(-1 * ${space.xs})`,
    '@media': { [tablet]: { minBlockSize: 0 } },
  },
]);
