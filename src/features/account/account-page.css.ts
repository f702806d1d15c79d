import { style } from '@vanilla-extract/css';
import { sprinkles } from '#ui/theme/sprinkles.css.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { colour, space } = vars;

export const page = style({
  display: 'grid',
  gridTemplateRows: 'auto 1fr',
  minBlockSize: '100dvh',
  '@media': {
    [tokens.breakpoints.desktop]: {
      gridTemplateRows: 'none',
      gridTemplateColumns: 'minmax(18rem, 5fr) 7fr',
    },
  },
});

/** Fine rings, as they are engraved on banknotes. */
const engraving = [
  `repeating-radial-gradient(circle at 12% 88%, transparent 0 13px, ${colour.vaultLine} 13px 14px)`,
  `repeating-radial-gradient(circle at 92% 18%, transparent 0 13px, ${colour.vaultLine} 13px 14px)`,
].join(', ');

export const vault = style({
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  gap: space.md,
  paddingBlock: space.md,
  paddingInline: space.lg,
  background: `${engraving}, ${colour.vault}`,
  color: colour.onVault,
  borderBlockEnd: `3px solid ${colour.brass}`,
  '@media': {
    [tokens.breakpoints.desktop]: {
      padding: space.xxl,
      borderBlockEnd: 'none',
      borderInlineEnd: `3px solid ${colour.brass}`,
    },
  },
});

export const brand = style([
  sprinkles({ display: 'flex', alignItems: 'center', gap: 'sm' }),
  {
    fontFamily: vars.font.display,
    fontSize: vars.text.xl,
    fontWeight: vars.weight.strong,
    letterSpacing: '0.02em',
  },
]);

export const motto = style({
  display: 'none',
  maxInlineSize: '16ch',
  fontFamily: vars.font.display,
  fontSize: vars.text.xxl,
  lineHeight: vars.leading.tight,
  textWrap: 'balance',
  '@media': { [tokens.breakpoints.desktop]: { display: 'block' } },
});

export const main = style({
  display: 'grid',
  alignContent: 'start',
  justifyItems: 'center',
  minInlineSize: 0,
  paddingBlock: `clamp(${space.lg}, 6vh, ${space.xxxl})`,
  paddingInline: space.md,
  '@media': { [tokens.breakpoints.desktop]: { alignContent: 'center' } },
});

export const column = style([
  sprinkles({ display: 'flex', flexDirection: 'column', gap: 'lg' }),
  { inlineSize: '100%', maxInlineSize: vars.measure.form },
]);

export const heading = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' });

export const lead = style([sprinkles({ color: 'muted' }), { overflowWrap: 'anywhere' }]);

export const form = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'md' });

export const pair = style({
  display: 'grid',
  gap: space.md,
  '@media': { [tokens.breakpoints.tablet]: { gridTemplateColumns: '1fr 1fr' } },
});

export const aside = sprinkles({ color: 'muted', fontSize: 'sm' });

export const footer = style([
  sprinkles({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'xs', color: 'muted' }),
  { paddingBlockStart: space.md, borderBlockStart: `1px solid ${colour.line}` },
]);

export const resend = sprinkles({ display: 'flex', flexDirection: 'column', gap: 'xs' });
