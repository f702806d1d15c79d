import { Actor, type ActorRefLike, type AnyActor, type InspectionEvent, StateMachine } from 'xstate';
import { fieldsOf, redact, redactEvent } from './redaction.ts';

/** The machines that run, and what happens in them. */
export interface MachineFeed {
  /** The root actors that were created and have not ended. */
  readonly roots: ReadonlySet<ActorRefLike>;
  /** Calls back with each inspection event from now on, of the roots and of all that they invoke. */
  observe(observe: (event: InspectionEvent) => void): void;
}

/** One event that a machine has handled, without secrets. */
export interface LogEntry {
  /** Counts from 1, over all machines. */
  readonly number: number;
  readonly event: ReturnType<typeof redactEvent>;
  /** The value of the state that it led to. */
  readonly value: unknown;
}

/** What one actor did since the recording began, or since it was created. */
export interface Session {
  /** The id of the machine, such as `checkout`. */
  readonly machine: string;
  readonly actor: AnyActor;
  /** The first state that was seen, without secrets. */
  readonly start: { readonly value: unknown; readonly context: unknown };
  readonly entries: readonly LogEntry[];
}

/** Records what the machines do until the page is closed. */
export interface Recorder {
  /** The session of each machine: of several actors of one machine, the latest. Another object after each change. */
  sessions(): readonly Session[];
  /** Calls back after each change, until the returned function is called. */
  subscribe(onChange: () => void): () => void;
}

const recorders = new WeakMap<MachineFeed, Recorder>();

/** The recorder of a feed. It records from the first call on; each later call returns the same one. */
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
