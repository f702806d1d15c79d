import { sprinkles } from '#ui/theme/sprinkles.css.ts';

export const line = sprinkles({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'sm',
});
