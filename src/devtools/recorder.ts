import { Actor, type ActorRefLike, type AnyActor, type InspectionEvent, StateMachine } from 'xstate';
import { fieldsOf, redact, redactEvent } from './redaction.ts';

/** The machines that run, and what happens in them. */
export interface MachineFeed {
  /** The root actors that were created. Those that have ended leave when another one comes. */
  readonly roots: ReadonlySet<ActorRefLike>;
  /** Hands over what happens from now on in the roots and in all that they invoke. */
  observe(observe: (event: InspectionEvent) => void): void;
}

/** One event that a machine has handled, without secrets. */
export interface LogEntry {
  /** Counts from 1, over all machines. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id of the machine, such as `checkout`. */
  readonly machine: string;
  readonly event: RecordedEvent;
  /** The state that it led to. */
  readonly value: unknown;
}

export interface RecordedEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** What one actor did since the recording began, or since it was created. */
export interface Session {
  readonly machine: string;
  readonly actor: AnyActor;
  /** Where it stood at first, without secrets. */
  readonly start: { readonly value: unknown; readonly context: unknown };
  readonly entries: readonly LogEntry[];
}

/** Keeps what the machines do, for as long as the page lives. */
export interface Recorder {
  /** The session of each machine: of several actors of one machine, the latest. Another object after each change. */
  sessions(): readonly Session[];
  /** Calls back after each change, until the returned function is called. */
  subscribe(onChange: () => void): () => void;
}

const recorders = new WeakMap<MachineFeed, Recorder>();

/** The recorder of a feed: made at the first call, so that a later look shows what happened since. */
export const recorderOf = (feed: MachineFeed): Recorder => {
  const recorder = recorders.get(feed) ?? createRecorder(feed);
  recorders.set(feed, recorder);
  return recorder;
};

const createRecorder = (feed: MachineFeed): Recorder => {
  let sessions: readonly Session[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Session[]) => {
    sessions = next;
    for (const listener of listeners) listener();
  };

  const begin = (root: ActorRefLike, snapshot: unknown) => {
    const session = sessionOf(root, snapshot);
    if (session !== null) change([...sessions.filter(({ machine }) => machine !== session.machine), session]);
  };
  for (const root of feed.roots) begin(root, root.getSnapshot());

  feed.observe((happened) => {
    if (happened.type !== '@xstate.snapshot' || happened.actorRef.sessionId !== happened.rootId) return;
    const { actorRef, event, snapshot } = happened;
    const standing = sessions.find(({ actor }) => actor === actorRef);
    if (standing === undefined) {
      begin(actorRef, snapshot);
      return;
    }
    count += 1;
    const entry: LogEntry = {
      number: count,
      at: Date.now(),
      machine: standing.machine,
      event: redactEvent(event),
      value: 'value' in snapshot ? snapshot.value : undefined,
    };
    const longer = { ...standing, entries: [...standing.entries, entry] };
    change(sessions.map((session) => (session === standing ? longer : session)));
  });

  return {
    sessions: () => sessions,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
};

const sessionOf = (root: ActorRefLike, snapshot: unknown): Session | null => {
  if (!(root instanceof Actor) || !(root.logic instanceof StateMachine)) return null;
  const { value, context } = fieldsOf(snapshot);
  return {
    machine: root.logic.id,
    actor: root,
    start: { value, context: redact(context) },
    entries: [],
  };
};
