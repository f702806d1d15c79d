import type { Browser } from '@playwright/test';
import type { Person } from '#tests/browser/people.ts';
import type { StorageEntries } from '#tests/browser/stored-session.ts';
import type { Front } from '../servers/front.ts';
import type { Complaints } from './complaints.ts';

export interface Subjects {
  readonly browser: Browser;
  readonly front: Front;
  readonly rounds: number;
  readonly complaints: Complaints;
  readonly ours: string;
  /** Our pages as static HTML, and the dashboard's bytes in parallel. */
  readonly floors: string;
  /** The same without our site's headers. */
  readonly bareFloors: string;
  readonly amplifyUi: string;
  readonly plain: string;
  readonly billingForm: string;
  readonly person: Person;
  readonly session: StorageEntries;
}

export const firstField = 'input[type="email"], input[name="username"]';
