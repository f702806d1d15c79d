import { style } from '@vanilla-extract/css';
import copy from 'lucide-static/icons/copy.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { monospace } from '#ui/theme/monospace.css.ts';
import { column, muted, spreadRow, wrapped } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const setup = column({ gap: 'md' });

export const local = wrapped({ alignItems: 'center', gap: 'xs' });

export const parts = wrapped({ gap: 'md' });

export const secretPart = style([column({ gap: 'xs' }), { flex: '1 1 12rem', minInlineSize: 0 }]);

export const secretHeading = spreadRow({ gap: 'xs' });

export const secretName = style({ fontSize: vars.text.sm, fontWeight: vars.weight.strong });

/** Lets one click select the whole secret. */
export const secret = style([monospace, { overflowWrap: 'anywhere', userSelect: 'all' }]);

export const copyIcon = iconStyle(copy);

/** Shown next to the button, so that it causes no layout shift. */
export const outcome = muted();
