import { expect, test } from 'vitest';
import { componentStories } from '#gallery/components/component-stories.tsx';
import { componentNames } from '#tests/gallery/gallery.ts';

test('every component of the design system is shown in the gallery', () => {
  expect(Object.keys(componentStories).sort()).toEqual([...componentNames].sort());
});
