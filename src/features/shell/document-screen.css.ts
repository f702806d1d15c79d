import { globalStyle, style } from '@vanilla-extract/css';
import arrowLeft from 'lucide-static/icons/arrow-left.svg?raw';
import { iconStyle } from '#ui/icon.ts';
import { standaloneLink } from '#ui/link.css.ts';
import { reading } from '#ui/theme/reading.css.ts';
import { column, muted, row } from '#ui/theme/recipes.ts';
import { vars } from '#ui/theme/theme.css.ts';

export const page = style([
  reading,
  column({ gap: 'xl', paddingBlock: 'xxl', paddingInline: 'md' }),
  { maxInlineSize: vars.measure.prose, marginInline: 'auto' },
]);

export const brand = row({ gap: 'sm', fontWeight: 'strong' });

export const header = style([
  column({ gap: 'xs' }),
  { paddingBlockEnd: vars.space.lg, borderBlockEnd: `1px solid ${vars.color.line}` },
]);

export const lead = muted();

export const section = style([column({ gap: 'sm' }), { lineHeight: '1.65' }]);

export const back = style([standaloneLink, { gap: vars.space.xs }]);

export const backIcon = iconStyle(arrowLeft);

globalStyle(`${section} h2`, { fontSize: vars.text.lg });
globalStyle(`${page} a`, { color: vars.color.accent, textUnderlineOffset: '0.2em' });
globalStyle(`${page} svg`, { color: vars.color.brass });
