import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Authenticator, Devices, Verification } from '#machines/auth.types.ts';
import type { AuthSetup, CheckoutSetup, LedgerSetup } from '../harness/actors.ts';
import type { StoreFixture } from '../harness/fixtures.ts';

/** One screen of the app in one state: its address, the states of its machines, and the data of the store. */
export interface Story {
  /** The page's address. */
  readonly at: `/${string}`;
  /** The state of the history entry, as the page before it sets it. */
  readonly historyState?: {
    readonly email?: string;
    readonly message?: string;
    readonly notice?: string;
    readonly endsSetup?: boolean;
  };
  readonly auth?: AuthSetup;
  readonly checkout?: CheckoutSetup;
  readonly ledger?: LedgerSetup;
  /** Results of the store that differ from the usual ones. */
  readonly store?: Partial<StoreFixture>;
  /** Calls about the customer's devices that differ from the usual ones. */
  readonly devices?: Partial<Devices>;
  /** Calls about the customer's authenticator app that differ from the usual ones. */
  readonly authenticator?: Partial<Authenticator>;
  /** The names of the buttons to press one after the other, each when the effects of the one before are over. */
  readonly presses?: readonly string[];
  /** How the pool verifies an email; by code by default. */
  readonly verification?: Verification;
  readonly hostedSignIn?: true;
  /** The browser does not keep the session. */
  readonly notKept?: true;
  readonly offline?: true;
  /** The code of a customer's pages is still loading, or failed to load. */
  readonly customerCode?: 'on its way' | 'broken';
  /** The machines are shown to developers. */
  readonly inspected?: true;
  /** What is wrong with the configuration, in which case the app does not start. */
  readonly misconfigured?: string;
  /** The page itself never loads: its fallback is shown. */
  readonly pending?: true;
}

/** A state of a machine: its screens, or the reason why it needs none of its own. */
export type StateStories =
  | {
      readonly story: Story;
      /** Other screens, or the same with something else on them, by a name for each. */
      readonly variants?: Readonly<Record<string, Story>>;
    }
  | {
      /** The state that looks the same, by its path. */
      readonly sameAs: string;
      readonly reason: string;
    };

/** What is shown of each state of a machine, by the paths of its innermost states, such as `processing.quoting`. */
export type StoriesOf<Machine extends AnyStateMachine> = Readonly<
  Record<AtomicState<SnapshotFrom<Machine>['value']>, StateStories>
>;

type AtomicState<Value> = Value extends string
  ? Value
  : { [Key in keyof Value & string]: `${Key}.${AtomicState<Value[Key]>}` }[keyof Value & string];

/** The dashboard in one of its states. */
export const dashboard = (story: Omit<Story, 'at'> = {}): Story => ({ at: '/dashboard', ...story });
