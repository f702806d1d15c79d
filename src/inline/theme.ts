import { rememberedTheme, showTheme } from '#ui/theme/chosen-theme.ts';

// This script runs before the first paint, so that the page never flashes in the wrong theme.
showTheme(rememberedTheme());
