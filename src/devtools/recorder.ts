import {
  Actor,
  type ActorRefLike,
  type AnyActor,
  type AnyTransitionDefinition,
  type InspectionEvent,
  StateMachine,
} from 'xstate';
import { type TakenTransition, takenTransitionOf } from './chart.ts';
import { fieldsOf, redact, redactEvent } from './redaction.ts';

export interface MachineFeed {
  /** The root actors that haven't stopped. */
  readonly roots: ReadonlySet<ActorRefLike>;
  /** Calls back with each later inspection event of the root actors and their invoked actors. */
  observe(observe: (event: InspectionEvent) => void): void;
}

/** An event that a machine handled, redacted. */
export interface LogEntry {
  /** The step's number, counted from 1 across all machines. */
  readonly number: number;
  readonly event: ReturnType<typeof redactEvent>;
  /** The transitions that followed, in order. Empty if the machine ignored the event. */
  readonly taken: readonly TakenTransition[];
  /** The state value after the event. */
  readonly value: unknown;
}

/** The recorded events of one actor. */
export interface Session {
  readonly machine: string;
  readonly actor: AnyActor;
  /** The actor that invoked this actor. Null for a root. */
  readonly parent: AnyActor | null;
  /** The first recorded state, redacted. */
  readonly start: { readonly value: unknown; readonly context: unknown };
  readonly entries: readonly LogEntry[];
}

const recorders = new WeakMap<MachineFeed, Recorder>();

/** Returns the feed's only recorder. The first call starts the recording. */
export const recorderOf = (feed: MachineFeed): Recorder => {
  const recorder = recorders.get(feed) ?? createRecorder(feed);
  recorders.set(feed, recorder);
  return recorder;
};

/** Records the machines until the page closes. */
const createRecorder = (feed: MachineFeed) => {
  let sessions: readonly Session[] = [];
  let count = 0;
  /** Unfinished steps. A child that ends passes its output to its parent before its own step is complete. */
  const begun = new WeakMap<ActorRefLike, { number: number; transitions: AnyTransitionDefinition[] }>();
  const nextNumber = () => ++count;
  const listeners = new Set<() => void>();
  const update = (next: readonly Session[]) => {
    sessions = next;
    for (const listener of listeners) listener();
  };

  const startSession = (actor: AnyActor, snapshot: unknown) => {
    const { value, context } = fieldsOf(snapshot);
    const machine: string = actor.logic.id;
    const parent = actor._parent instanceof Actor ? actor._parent : null;
    const session = { machine, actor, parent, start: { value, context: redact(context) }, entries: [] };
    const replaced = parent === null ? sessions.find((other) => isRootOf(machine, other)) : undefined;
    const kept = sessions.filter((other) => replaced === undefined || !isWithin(other, replaced, sessions));
    update([...kept, session]);
  };

  const startFamily = (actor: ActorRefLike | undefined) => {
    if (actor === undefined || !isMachine(actor)) return;
    startSession(actor, actor.getSnapshot());
    for (const child of Object.values<ActorRefLike | undefined>(actor.getSnapshot().children))
      startFamily(child);
  };
  for (const root of feed.roots) startFamily(root);

  feed.observe((inspected) => {
    const { actorRef } = inspected;
    if (!isMachine(actorRef)) return;
    const current = sessions.find(({ actor }) => actor === actorRef);
    if (inspected.type === '@xstate.microstep' && current !== undefined) {
      const step = begun.get(actorRef) ?? { number: nextNumber(), transitions: [] };
      begun.set(actorRef, { ...step, transitions: [...step.transitions, ...inspected._transitions] });
    }
    if (inspected.type !== '@xstate.snapshot') return;
    const { event, snapshot } = inspected;
    if (current === undefined) {
      startSession(actorRef, snapshot);
      return;
    }
    const { number, transitions } = begun.get(actorRef) ?? { number: nextNumber(), transitions: [] };
    begun.delete(actorRef);
    const entry: LogEntry = {
      number,
      event: redactEvent(event),
      taken: transitions.map((transition) => takenTransitionOf(actorRef.logic, transition)),
      value: fieldsOf(snapshot)['value'],
    };
    const updated = { ...current, entries: [...current.entries, entry] };
    update(sessions.map((session) => (session === current ? updated : session)));
  });

  return {
    /** Returns the sessions of each machine's latest root actor and its child machines, in starting order. */
    sessions: () => sessions,
    subscribe(onChange: () => void) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
};

export type Recorder = ReturnType<typeof createRecorder>;

const isMachine = (actor: ActorRefLike): actor is AnyActor =>
  actor instanceof Actor && actor.logic instanceof StateMachine;

const isRootOf = (name: string, { machine, parent }: Session): boolean => machine === name && parent === null;

/** Returns whether a session is `ancestor` or descends from it. */
const isWithin = (session: Session, ancestor: Session, all: readonly Session[]): boolean => {
  if (session === ancestor) return true;
  const parent = all.find(({ actor }) => actor === session.parent);
  return parent !== undefined && isWithin(parent, ancestor, all);
};

/** Returns the sessions of a root and its child machines, in starting order. */
export const familyOf = (root: string, sessions: readonly Session[]): Session[] => {
  const first = sessions.find((session) => isRootOf(root, session));
  return first === undefined ? [] : sessions.filter((session) => isWithin(session, first, sessions));
};

export interface PathStep extends LogEntry {
  readonly machine: string;
  /** Whether the machine is a child. */
  readonly isChild: boolean;
}

/** Returns the steps of a root and its child machines, oldest first. */
export const pathOf = (family: readonly Session[]): PathStep[] =>
  family
    .flatMap(({ machine, parent, entries }) =>
      entries.map((entry) => ({ ...entry, machine, isChild: parent !== null })),
    )
    .sort((a, b) => a.number - b.number);
