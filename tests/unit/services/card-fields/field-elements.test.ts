import { afterEach, expect, it, vi } from 'vitest';
import { cardFields, elementId } from '#services/card-fields/collect-js.ts';
import { createFieldElements } from '#services/card-fields/field-elements.ts';

afterEach(() => vi.unstubAllGlobals());

it('adds titles to the frames that the gateway’s script leaves without one', () => {
  const observed: (() => void)[] = [];
  const frames = new Map(cardFields.map((field) => [elementId(field), { title: '' }]));
  const createElement = () => ({
    id: '',
    hidden: false,
    replaceChildren: () => undefined,
    querySelectorAll(this: { id: string }) {
      return [frames.get(this.id)];
    },
  });
  vi.stubGlobal('document', { createElement });
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(onChange: () => void) {
        observed.push(onChange);
      }
      observe() {}
    },
  );
  const elements = createFieldElements(() => undefined);
  const container: Partial<HTMLElement> = { append: () => undefined };
  for (const field of cardFields) elements.attach(field, Object.assign(Object.create(null), container));
  for (const onChange of observed) onChange();
  expect([...frames.values()].map(({ title }) => title)).toEqual(['Card number', 'Expiry', 'CVV']);
});
