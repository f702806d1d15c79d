import shieldCheck from 'lucide-static/icons/shield-check.svg?raw';
import { iconStyle } from '#ui/icon.ts';

export const openIcon = iconStyle(shieldCheck);
