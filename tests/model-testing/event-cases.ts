import { transitionsOf } from './coverage.ts';
import type { AnyTestModel, EventCase } from './test-model.ts';

const known = new WeakMap<AnyTestModel, readonly EventCase[]>();

/**
 * Returns all possible events of the model's machine, derived from its chart.
 * @throws {Error} if the model lacks an event or outcome, or if a delay is computed
 */
export const eventCasesOf = (model: AnyTestModel): readonly EventCase[] => {
  const eventCases = known.get(model) ?? deriveFrom(model);
  known.set(model, eventCases);
  return eventCases;
};

const deriveFrom = ({ name, machine, events, outcomes }: AnyTestModel): EventCase[] => {
  const eventCases = new Map<string, EventCase>();
  const add = (eventCase: EventCase) => eventCases.set(eventCase.name, eventCase);

  for (const { name: transitionName, transition } of transitionsOf(machine)) {
    const { trigger, eventType } = transition;
    switch (trigger.kind) {
      case 'event': {
        const samples = Object.entries(events).filter(([, { type }]) => type === trigger.event);
        if (samples.length === 0)
          throw new Error(`The model ${name} has no event for "${transitionName}": add a ${trigger.event}`);
        for (const [caseName, event] of samples) add({ kind: 'event', name: caseName, event });
        break;
      }
      case 'done': {
        const { invocation } = trigger;
        const answers = Object.entries(outcomes[invocation] ?? {});
        if (answers.length === 0)
          throw new Error(`The model ${name} has no outcome for "${transitionName}": add ${invocation}`);
        for (const [outcome, output] of answers) {
          const event = { type: eventType, output };
          add({ kind: 'answer', name: `${invocation} answers: ${outcome}`, invocation, output, event });
        }
        break;
      }
      case 'error': {
        const event = { type: eventType, error: new Error('out of order') };
        add({ kind: 'failure', name: `${trigger.invocation} fails`, invocation: trigger.invocation, event });
        break;
      }
      case 'after': {
        const { delay, milliseconds } = trigger;
        if (milliseconds === null)
          throw new Error(`"${transitionName}" waits for a computed time, which no test can know`);
        add({ kind: 'timer', name: `${delay} has passed`, milliseconds, event: { type: eventType } });
        break;
      }
      // Skip these transitions, because they follow from another event.
      case 'always':
      case 'finished':
        break;
      case 'snapshot':
        throw new Error(`Nothing is known here of transitions like "${transitionName}"`);
    }
  }
  return [...eventCases.values()];
};

export const awaitedBy = (eventCases: readonly EventCase[]): Set<string> =>
  new Set(
    eventCases.flatMap((eventCase) =>
      eventCase.kind === 'answer' || eventCase.kind === 'failure' ? [eventCase.invocation] : [],
    ),
  );
