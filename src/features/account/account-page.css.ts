import { createVar, fallbackVar, globalStyle, style } from '@vanilla-extract/css';
import bookOpenCheck from 'lucide-static/icons/book-open-check.svg?raw';
import creditCard from 'lucide-static/icons/credit-card.svg?raw';
import shieldCheck from 'lucide-static/icons/shield-check.svg?raw';
import { engraved, engraving } from '#ui/engraved.css.ts';
import { rowGap } from '#ui/Field.css.ts';
import { iconRule } from '#ui/icon.ts';
import { column, mixed, row, wrapped } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, space, text, weight } = vars;
const { desktop } = tokens.breakpoints;

export const page = style({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  minBlockSize: '100dvh',
  '@media': { [desktop]: { gridTemplateRows: 'none', gridTemplateColumns: 'minmax(24rem, 5fr) 7fr' } },
});

const lit = createVar();

export const vault = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: space.xxs,
  padding: space.md,
  ...engraved('rgb(220 184 100 / .42)'),
  position: 'relative',
  background: color.vault,
  color: color.onVault,
  // On phones, a background image would be the largest content, but paint after the text. A mask doesn't count.
  '::before': {
    content: '""',
    position: 'absolute',
    inset: '0 0 0 auto',
    inlineSize: '5rem',
    background: color.vaultBrass,
    mask: `${engraving} no-repeat left center / 16rem`,
  },
  '@media': {
    [desktop]: {
      position: 'sticky',
      insetBlockStart: 0,
      gap: space.xxl,
      blockSize: '100dvh',
      minBlockSize: '40rem',
      padding: space.xxl,
      '::before': { content: 'none' },
      // Fades out the engraving above the small print at any window height.
      background: `linear-gradient(to top, ${color.vault} 18rem, transparent 30rem), ${engraving} no-repeat right -12rem top 6rem / 32rem, radial-gradient(circle at 0 0, ${fallbackVar(lit, color.vault)}, ${color.vault} 60%)`,
    },
  },
  ...mixed({ vars: { [lit]: `color-mix(in srgb, ${color.vault}, ${color.vaultBrass} 12%)` } }),
});

export const brand = style([
  row({ gap: 'sm', fontSize: 'xl', fontWeight: 'strong' }),
  { letterSpacing: vars.tracking.heading },
]);

globalStyle(`${brand} > svg`, { color: color.vaultBrass });

export const promise = style({ display: 'flex', flexDirection: 'column', gap: space.xl });

export const motto = style({
  // Keeps the text from overlapping the engraving.
  maxInlineSize: 'calc(100% - 5rem)',
  color: color.onVaultMuted,
  fontSize: text.sm,
  '@media': {
    [desktop]: {
      // Fits two lines in any font. A width in `ch` would change when the font loads.
      maxInlineSize: '25rem',
      color: 'inherit',
      fontSize: '2.75rem',
      fontWeight: weight.strong,
      lineHeight: '1.1',
      letterSpacing: vars.tracking.display,
      textWrap: 'balance',
    },
  },
});

export const promises = style({
  display: 'none',
  '@media': { [desktop]: { display: 'grid', gap: space.lg, maxInlineSize: '26rem' } },
});

export const promiseItem = style({
  position: 'relative',
  paddingInlineStart: '2.25rem',
  color: color.onVaultMuted,
  fontSize: text.sm,
});

export const promiseTitle = style({
  color: color.onVault,
  fontSize: text.md,
  fontWeight: weight.strong,
  selectors: {
    '&::before': { content: '""', position: 'absolute', insetInlineStart: 0, color: color.vaultBrass },
  },
});

/** Adds each promise's icon, in order. */
[shieldCheck, creditCard, bookOpenCheck].forEach((icon, place) => {
  globalStyle(`${promiseItem}:nth-child(${place + 1}) > ${promiseTitle}::before`, iconRule(icon));
});

export const side = style({
  display: 'grid',
  gridTemplateRows: '1fr auto',
  justifyItems: 'center',
  gap: space.xl,
  minInlineSize: 0,
  paddingBlockStart: `clamp(${space.xl}, 6vh, ${space.xxl})`,
  paddingInline: space.md,
  // Aligns to the top, so that messages below the form don't move it.
  '@media': { [desktop]: { paddingBlockStart: `clamp(${space.xl}, 11vh, 8rem)` } },
});

export const content = style([
  column({ gap: 'lg' }),
  { inlineSize: '100%', maxInlineSize: vars.measure.form },
]);

export const heading = style({ display: 'flex', flexDirection: 'column', gap: space.xs });

export const step = style({ color: color.textMuted, fontSize: text.sm, fontWeight: weight.strong });

export const lead = style({ color: color.textMuted, overflowWrap: 'anywhere' });

export const form = style({ display: 'flex', flexDirection: 'column', gap: rowGap });

export const pair = style({
  display: 'grid',
  gap: `${rowGap} ${space.md}`,
  alignItems: 'start',
  '@media': { [tokens.breakpoints.tablet]: { gridTemplateColumns: '1fr 1fr' } },
});

export const aside = style({ color: color.textMuted, fontSize: text.sm });

/** Wraps at the same word in any font. */
export const agreement = style([aside, { maxInlineSize: '22rem', textWrap: 'balance' }]);

export const recoveryLinks = style({ display: 'flex', flexWrap: 'wrap', columnGap: space.md });

export const ways = style([wrapped({ alignItems: 'center', color: 'muted' }), { columnGap: space.sm }]);
