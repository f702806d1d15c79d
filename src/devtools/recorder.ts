import { Actor, type ActorRefLike, type AnyActor, type InspectionEvent, StateMachine } from 'xstate';
import { fieldsOf, redact, redactEvent } from './redaction.ts';

export interface MachineFeed {
  /** Root actors that have not stopped. */
  readonly roots: ReadonlySet<ActorRefLike>;
  /** Calls back with each later inspection event of the roots and their invoked actors. */
  observe(observe: (event: InspectionEvent) => void): void;
}

/** An event that a machine handled, redacted. */
export interface LogEntry {
  /** Counts from 1 across all machines. */
  readonly number: number;
  readonly event: ReturnType<typeof redactEvent>;
  /** The state value after the event. */
  readonly value: unknown;
}

/** The events of one actor since the recording began. */
export interface Session {
  readonly machine: string;
  readonly actor: AnyActor;
  /** The first recorded state, redacted. */
  readonly start: { readonly value: unknown; readonly context: unknown };
  readonly entries: readonly LogEntry[];
}

/** Records the machines until the page closes. */
export interface Recorder {
  /** The latest actor of each machine. Returns a new array after each change. */
  sessions(): readonly Session[];
  /** Calls back after each change. Returns a function that unsubscribes. */
  subscribe(onChange: () => void): () => void;
}

const recorders = new WeakMap<MachineFeed, Recorder>();

/** The feed's only recorder. The first call starts the recording. */
export const recorderOf = (feed: MachineFeed): Recorder => {
  const recorder = recorders.get(feed) ?? createRecorder(feed);
  recorders.set(feed, recorder);
  return recorder;
};

const createRecorder = (feed: MachineFeed): Recorder => {
  let sessions: readonly Session[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const update = (next: readonly Session[]) => {
    sessions = next;
    for (const listener of listeners) listener();
  };

  const startSession = (actor: ActorRefLike, snapshot: unknown) => {
    if (!(actor instanceof Actor) || !(actor.logic instanceof StateMachine)) return;
    const machine = actor.logic.id;
    const { value, context } = fieldsOf(snapshot);
    const session: Session = { machine, actor, start: { value, context: redact(context) }, entries: [] };
    update([...sessions.filter((other) => other.machine !== machine), session]);
  };
  for (const root of feed.roots) startSession(root, root.getSnapshot());

  feed.observe((inspected) => {
    if (inspected.type !== '@xstate.snapshot' || inspected.actorRef.sessionId !== inspected.rootId) return;
    const { actorRef, event, snapshot } = inspected;
    const current = sessions.find(({ actor }) => actor === actorRef);
    if (current === undefined) {
      startSession(actorRef, snapshot);
      return;
    }
    count += 1;
    const entry: LogEntry = { number: count, event: redactEvent(event), value: fieldsOf(snapshot)['value'] };
    const updated = { ...current, entries: [...current.entries, entry] };
    update(sessions.map((session) => (session === current ? updated : session)));
  });

  return {
    sessions: () => sessions,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
};
