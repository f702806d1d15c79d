import { expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf } from '#devtools/chart.ts';
import { machines } from '#devtools/machines.ts';
import { mermaidOf } from '../../../build/machines/mermaid.ts';
import { lampMachine } from './lamp.ts';
import { mistakesIn } from './mermaid-grammar.ts';

test('a machine is drawn with everything it says', () => {
  expect(mermaidOf(chartOf(lampMachine))).toBe(
    `stateDiagram-v2
  [*] --> lamp_off
  state "off" as lamp_off
  lamp_off : pressed
  state "on" as lamp_on {
    [*] --> lamp_on_low
    state "low" as lamp_on_low
    state "very-high" as lamp_on_very_high
    state "any state of on" as lamp_on__any
    lamp_on__any --> lamp_on_low : dimmed
  }
  state "broken" as lamp_broken
  lamp_broken --> [*]
  state "any state of lamp" as lamp__any
  lamp__any --> lamp_on : dimmed
  lamp_off --> lamp_on : pressed [isNight]
  lamp_off --> lamp_broken : always [isColor(red)]
  lamp_on --> lamp_off : done warmth<br/>after 5.5 s (patience)
  lamp_on --> lamp_broken : error warmth<br/>after whim`,
  );
});

test('the regions of a parallel state are divided, and Mermaid’s special characters are escaped', () => {
  const machine = createMachine({
    id: 'twins',
    type: 'parallel',
    on: { 'a:b;#"c"': { actions: 'note' } },
    states: { left: {}, right: {} },
  });
  expect(mermaidOf(chartOf(machine))).toBe(
    `stateDiagram-v2
  state "twins" as twins {
    state "left" as twins_left
    --
    state "right" as twins_right
    --
    state "any state of twins" as twins__any
    twins__any : a#58;b#59;#35;#34;c#34;
  }`,
  );
});

test('a parent names the child machines in its states', () => {
  const chart = chartOf(machines.checkout);
  expect(mermaidOf(chart)).toContain('checkout_processing : runs payment');
});

test('states that Mermaid can’t tell apart are refused', () => {
  const machine = createMachine({ id: 'twins', initial: 'a_b', states: { 'a-b': {}, a_b: {} } });
  expect(() => mermaidOf(chartOf(machine))).toThrow('differ in punctuation only');
});

test('every machine of the product is drawn in Mermaid’s grammar', () => {
  const everyMachine = Object.values(machines);
  expect(everyMachine.length).toBeGreaterThanOrEqual(6);
  for (const machine of [...everyMachine, lampMachine]) {
    expect(mistakesIn(mermaidOf(chartOf(machine))), machine.id).toEqual([]);
  }
});
