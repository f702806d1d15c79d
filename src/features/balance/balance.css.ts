import { createVar, fallbackVar, globalStyle, style } from '@vanilla-extract/css';
import { engraved, engraving } from '#ui/engraved.css.ts';
import { mixed } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';
import { tokens } from '#ui/theme/tokens.ts';

const { color, leading, space, text } = vars;

const lit = createVar();
const light = `radial-gradient(circle at 0 0, ${fallbackVar(lit, color.vault)}, ${color.vault} 55%)`;

/** The card's padding. */
export const inset = `clamp(${space.lg}, 4vw, ${space.xxl})`;

export const vault = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 0,
  padding: inset,
  // Has room for two lines of details.
  paddingBlockEnd: space.xxl,
  overflow: 'hidden',
  border: `1px solid ${color.vault}`,
  borderRadius: vars.radius.lg,
  ...engraved('rgb(220 184 100 / .42)'),
  // Keeps the engraving in the corner, where it overlaps no text.
  background: `${engraving} no-repeat right -7rem top -7rem / 14rem, ${light}`,
  color: color.onVault,
  boxShadow: vars.shadow.lifted,
  '@media': {
    [tokens.breakpoints.tablet]: { paddingBlockEnd: inset },
    [tokens.breakpoints.desktop]: {
      background: `${engraving} no-repeat right -6rem center / 34rem, ${light}`,
    },
  },
  ...mixed({
    vars: { [lit]: `color-mix(in srgb, ${color.vault}, ${color.vaultBrass} 14%)` },
    borderColor: `color-mix(in srgb, ${color.vault}, ${color.vaultBrass} 28%)`,
  }),
});

globalStyle(`${vault} > * + *`, { marginBlockStart: space.xxs });

globalStyle(`${vault} a:focus-visible`, { outlineColor: color.vaultBrass });

globalStyle(`${vault} > h2`, {
  color: color.onVaultMuted,
  fontSize: vars.text.md,
  fontWeight: vars.weight.medium,
  letterSpacing: 'normal',
});

const counterHeight = `calc(${vars.text.display} * 1.2)`;

/** Matches the balance's height, so that swapping the two causes no layout shift. */
export const unreadable = style({ display: 'grid', alignContent: 'center', blockSize: counterHeight });

export const counter = style({
  minBlockSize: counterHeight,
  // Keeps nine characters on one line with a large font, too.
  fontSize: `min(${vars.text.display}, 13vw)`,
  fontWeight: vars.weight.strong,
  fontVariantNumeric: 'tabular-nums lining-nums',
  lineHeight: vars.leading.tight,
  letterSpacing: vars.tracking.display,
  overflowWrap: 'anywhere',
  selectors: { '&[data-long="true"]': { fontSize: 'min(2.75rem, 6vw)' } },
});

export const note = style({
  maxInlineSize: '60ch',
  color: color.onVaultMuted,
  fontSize: vars.text.sm,
});

/** Overlaps the padding below the balance, so that showing the line causes no layout shift. */
export const overlayLine = {
  lineHeight: leading.tight,
  marginBlockEnd: `calc(-1 * (${text.sm} * ${leading.tight} + ${space.xxs}))`,
};

export const update = style([note, overlayLine]);
