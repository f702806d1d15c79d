import type { TestStep } from '#tests/model-testing/test-model.ts';

/** A part of an answer; undefined if it has none. */
export const partOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;

export const outcomeOf = (answer: unknown): unknown => partOf(answer, 'outcome');

/** Whether the machine ignored the event. */
export const isIgnored = ({
  before,
  after,
  emitted,
}: Pick<TestStep, 'before' | 'after' | 'emitted'>): boolean =>
  emitted.length === 0 &&
  after.context === before.context &&
  JSON.stringify(after.value) === JSON.stringify(before.value);
