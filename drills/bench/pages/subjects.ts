import type { Browser } from '@playwright/test';
import type { Person } from '#tests/browser/people.ts';
import type { StorageEntries } from '#tests/browser/stored-session.ts';
import type { Front } from '../servers/front.ts';
import type { Complaints } from './complaints.ts';

/** What the parts of the bench measure, and with what. */
export interface Subjects {
  readonly browser: Browser;
  readonly front: Front;
  /** How often each thing is measured. */
  readonly rounds: number;
  readonly complaints: Complaints;
  /** The origins of what is measured. */
  readonly ours: string;
  /** Static pages and the one with the same bytes in parallel. */
  readonly floors: string;
  /** The same without the headers of our site. */
  readonly bareFloors: string;
  readonly amplifyUi: string;
  readonly plain: string;
  readonly billingForm: string;
  /** A customer with a ledger. */
  readonly person: Person;
  /** What a browser keeps of that customer's session. */
  readonly session: StorageEntries;
}

/** Where a person begins to type, on every sign-in page. */
export const firstField = 'input[type="email"], input[name="username"]';
