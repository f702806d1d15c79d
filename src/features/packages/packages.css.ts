import { createVar, style, styleVariants } from '@vanilla-extract/css';
import { coin } from '#ui/coin.css.ts';
import { engraved, engraving } from '#ui/engraved.css.ts';
import { metals, strip } from '#ui/metals.ts';
import { raised } from '#ui/theme/recipes.ts';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, space } = vars;
const { desktop, tablet } = tokens.breakpoints;
const gap = space.md;

/** Minimum card heights, with room for a bonus: `standing` for up to three packages, the others for more. */
const heights = { standing: '15.25rem', narrow: '13.75rem', dense: '12.5rem' } as const;

const many = '[data-many="true"]';

/** Reserves the cards' space before they load, to avoid layout shift. */
const room = style({
  minBlockSize: `calc(2 * ${heights.standing} + ${gap})`,
  '@media': {
    [tablet]: { minBlockSize: `calc(2 * ${heights.narrow} + ${gap})` },
    [desktop]: { minBlockSize: `calc(2 * ${heights.dense} + ${gap})` },
  },
});

export const grid = style([
  room,
  {
    padding: 0,
    // Safari drops the list role if this is `none`.
    listStyleType: '""',
    display: 'grid',
    gap,
    gridTemplateColumns: 'minmax(0, 1fr)',
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
const engravingSize = createVar();
/** CSS background position of the engraving. */
const engravingPlace = createVar();

/** Returns the inset that centers the engraving on a coin. `ofCoin` is the coin's inset. */
const inset = (ofCoin: string) => `calc(${ofCoin} + (${coinSize} - ${engravingSize}) / 2)`;

const bold = (size: string) => ({
  [coinSize]: size,
  [engravingSize]: `calc(${coinSize} * 3.5)`,
  [engravingPlace]: `right ${inset(space.lg)} top ${inset(space.lg)}`,
});

/** Card style for more than three packages: the coin is to the left of the text. */
const dense = {
  vars: {
    [coinSize]: '2.5rem',
    [engravingSize]: `calc(${coinSize} * 2.4)`,
    [engravingPlace]: `left ${inset(space.lg)} top ${inset(space.md)}`,
  },
  gridTemplate: `"coin name mark" minmax(1.5rem, auto) "coin credits credits" auto "coin bonus bonus" auto "buy buy buy" 1fr / auto 1fr auto`,
  gap: `${space.xxs} ${space.md}`,
  minBlockSize: 0,
  paddingBlock: space.sm,
};

/** Card style for more than three packages in narrow columns: the mark is above the name. */
const narrow = {
  vars: {
    [coinSize]: '2rem',
    [engravingSize]: `calc(${coinSize} * 2.4)`,
    [engravingPlace]: `right ${inset(space.md)} top ${inset(space.md)}`,
  },
  gridTemplate: `"mark coin" minmax(1.5rem, auto) "name coin" auto "credits credits" auto "bonus bonus" auto "buy buy" 1fr / 1fr auto`,
  gap: `${space.xxs} ${space.xs}`,
  minBlockSize: heights.narrow,
  padding: `${space.sm} ${space.md}`,
};

/** Base style of cards, and the style of their placeholders. */
export const blank = style({
  vars: bold('4rem'),
  position: 'relative',
  display: 'grid',
  gridTemplate: `"mark coin" auto ". coin" 1fr "name coin" auto "credits credits" auto "bonus bonus" minmax(1.625rem, auto) "buy buy" auto / 1fr auto`,
  gap: `${space.xs} ${space.md}`,
  minBlockSize: heights.standing,
  padding: space.lg,
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
    [`${grid}${many} > &`]: dense,
  },
  '@media': {
    [tablet]: { vars: bold('2.5rem'), selectors: { [`${grid}${many} > &`]: narrow } },
    [desktop]: {
      vars: bold('4rem'),
      selectors: {
        [`${grid}${many} > &`]: { ...dense, minBlockSize: heights.dense, paddingInline: space.lg },
      },
    },
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

export const coins = styleVariants(metals, (_, tier) => [
  coin[tier],
  { gridArea: 'coin', inlineSize: coinSize, blockSize: coinSize },
]);

const line = style({ gridArea: 'mark', alignSelf: 'center', justifySelf: 'start' });

export const description = style([line, sprinkles({ fontSize: 'sm', color: 'muted' })]);

const mark = style([
  line,
  sprinkles({ display: 'flex', alignItems: 'center', fontSize: 'xs', fontWeight: 'strong' }),
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

export const name = style([sprinkles({ fontSize: 'md', color: 'muted' }), { gridArea: 'name' }]);

export const credits = style([
  sprinkles({ fontSize: 'xxl', fontWeight: 'strong' }),
  {
    gridArea: 'credits',
    lineHeight: vars.leading.tight,
    letterSpacing: vars.tracking.heading,
    fontVariantNumeric: 'tabular-nums',
  },
]);

export const worth = style([
  sprinkles({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'xs',
    fontSize: 'sm',
    color: 'muted',
  }),
  { gridArea: 'bonus', rowGap: space.xxs, marginBlockEnd: space.xs },
]);

/** Overlaps the padding below the button, so that showing the text causes no layout shift. */
export const note = style([
  sprinkles({ fontSize: 'xs', color: 'muted' }),
  { position: 'absolute', insetInline: 0, insetBlockEnd: 0, lineHeight: '1', textAlign: 'center' },
]);

export const buy = style({ gridArea: 'buy', alignSelf: 'end' });
