import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type Definition, definitionsIn, transitionsOf } from '#tests/model-testing/coverage.ts';

export interface Mutation {
  /** The mutation's name, such as `signed-out.idle: sign-in.submitted, removed`. */
  readonly name: string;
  /** Changes the machine, which must not have taken an event yet. */
  apply(machine: AnyStateMachine): void;
}

/** Returns mutations that remove each transition, and that redirect each transition to a wrong state. */
export const mutationsOf = (machine: AnyStateMachine): Mutation[] => {
  const definitions = definitionsIn(machine);
  return transitionsOf(machine).flatMap(({ name }, index): Mutation[] => {
    const original = definitions[index];
    if (original === undefined) throw new Error(`${name} has no definition`);
    const elsewhere = wrongTargets(machine, original)[0];
    const removal: Mutation = {
      name: `${name}, removed`,
      apply: (mutant) => remove(definitionsIn(mutant)[index]),
    };
    if (elsewhere === undefined) return [removal];
    return [
      removal,
      {
        name: `${name}, led to ${elsewhere.path.join('.')}`,
        apply: (mutant) => lead(definitionsIn(mutant)[index], mutant, elsewhere.id),
      },
    ];
  });
};

/** Returns leaf states of the same region that the transition doesn't lead to, nearest first. */
const wrongTargets = (machine: AnyStateMachine, { node, definition }: Definition): AnyStateNode[] => {
  const region = machine.root.type === 'parallel' ? node.path[0] : undefined;
  const right = new Set((definition.target ?? [node]).flatMap(beginningsOf));
  const leaves = leavesBelow(machine.root).filter(
    (leaf) =>
      leaf !== node &&
      !right.has(leaf) &&
      !isLeftAtOnce(leaf) &&
      (region === undefined || leaf.path[0] === region),
  );
  // Sort the nearest states first, because a distant wrong target would be easier to detect.
  return leaves.sort((a, b) => sharedPath(b, node) - sharedPath(a, node));
};

/** Returns whether the machine leaves a state immediately. Redirecting transitions into it could loop forever. */
const isLeftAtOnce = (node: AnyStateNode): boolean =>
  (node.always ?? []).length > 0 || (node.parent !== undefined && isLeftAtOnce(node.parent));

const leavesBelow = (node: AnyStateNode): AnyStateNode[] =>
  node.type === 'atomic' ? [node] : Object.values(node.states).flatMap(leavesBelow);

/** Returns the leaf states that the machine is in after entering a state. */
const beginningsOf = (node: AnyStateNode): AnyStateNode[] =>
  node.type === 'compound' ? (node.initial.target ?? []).flatMap(beginningsOf) : [node];

const sharedPath = (a: AnyStateNode, b: AnyStateNode): number => {
  const apart = a.path.findIndex((key, index) => key !== b.path[index]);
  return apart < 0 ? a.path.length : apart;
};

const remove = (place: Definition | undefined): void => {
  if (place === undefined) throw new Error('The mutant lacks this transition already');
  const { node, definition } = place;
  const { eventType } = definition;
  const stays = (other: unknown) => other !== definition;
  if (eventType === '') node.always = (node.always ?? []).filter(stays);
  else {
    const left = (node.transitions.get(eventType) ?? []).filter(stays);
    if (left.length === 0) node.transitions.delete(eventType);
    else node.transitions.set(eventType, left);
  }
};

const lead = (place: Definition | undefined, machine: AnyStateMachine, id: string): void => {
  const target = leavesBelow(machine.root).find((leaf) => leaf.id === id);
  if (place === undefined || target === undefined) throw new Error('The mutant is another machine');
  Object.assign(place.definition, { target: [target] });
};
