import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Devices, Verification } from '#machines/auth.types.ts';
import type { AuthSetup, CheckoutSetup, LedgerSetup } from '../harness/actors.ts';
import type { StoreFixture } from '../harness/fixtures.ts';

/** One screen of the app in one state: where it is, how the machines stand, and what the store gives. */
export interface Story {
  /** The page's address. */
  readonly at: `/${string}`;
  /** What the page before it hands over. */
  readonly carried?: { readonly email?: string; readonly message?: string };
  readonly auth?: AuthSetup;
  readonly checkout?: CheckoutSetup;
  readonly ledger?: LedgerSetup;
  /** What the store gives otherwise than usual. */
  readonly store?: Partial<StoreFixture>;
  /** What the identity service does otherwise than usual with the customer's devices. */
  readonly devices?: Partial<Devices>;
  /** The names of the buttons that are pressed one after the other, each when what the one before began has come to rest. */
  readonly presses?: readonly string[];
  /** How the pool verifies an email; by code unless told. */
  readonly verification?: Verification;
  readonly hostedSignIn?: true;
  /** The browser does not keep the session. */
  readonly notKept?: true;
  readonly offline?: true;
  /** The code of a customer's pages does not come, or breaks. */
  readonly customerCode?: 'on its way' | 'broken';
  /** The machines are shown to developers. */
  readonly inspected?: true;
  /** What is wrong with the configuration: nothing of the app begins. */
  readonly misconfigured?: string;
  /** The page itself does not come: what is looked at is what stands in for it. */
  readonly pending?: true;
}

/** A state of a machine: the screens that it is seen on, or why it needs none of its own. */
export type StateStories =
  | {
      readonly story: Story;
      /** Other screens, or the same with something else on them, by a name for each. */
      readonly variants?: Readonly<Record<string, Story>>;
    }
  | {
      /** The state that looks the same, by its path. */
      readonly alike: string;
      readonly because: string;
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
