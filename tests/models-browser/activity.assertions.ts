import { expect } from '@playwright/test';
import type { activityMachine } from '#machines/lists/activity.ts';
import type { ScreenSut } from './sut.ts';

type Model = ScreenSut<typeof activityMachine>;

export const activityStateAssertions: Model['states'] = {
  loading: async ({ screens: { activity } }) => {
    await expect(activity.content).toHaveAttribute('aria-busy', 'true');
  },
  shown: async ({ screens: { activity } }, { context: { address, activity: page } }) => {
    await expect(activity.content).toHaveAttribute('aria-busy', 'false');
    await expect(activity.rows).toHaveCount(page?.entries.length ?? 0);
    await expect(activity.filter).toHaveValue(address.kind);
    await expect(activity.newer).toBeEnabled({ enabled: address.before !== null });
    await expect(activity.older).toBeEnabled({ enabled: typeof page?.next === 'string' });
  },
  empty: async ({ screens: { activity } }, { context: { address } }) => {
    const title = address.kind === 'all' ? 'No activity yet' : 'No activity under “Spent”';
    await expect(activity.main.getByRole('heading', { name: title })).toBeVisible();
    await expect(activity.rows).toHaveCount(0);
  },
  failed: async ({ screens: { activity } }) => {
    await expect(activity.main.getByRole('alert')).toContainText('Your activity could not be loaded');
  },
};

export const activityEmittedEventAssertions: Model['emitted'] = {
  async 'address.changed'({ page }, { address: { kind, before } }) {
    await expect(page).toHaveURL(
      ({ searchParams }) =>
        (searchParams.get('kind') ?? 'all') === kind && searchParams.get('before') === before,
    );
  },
  // The state assertions check the new rows.
  'refresh.started': async () => undefined,
};
