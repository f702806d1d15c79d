import type { ActivityParameters } from '#domain/store.ts';
import type { ActivityQuery } from '#machines/lists/activity.types.ts';

export const activityParameters = ({
  kind,
  before,
  limit,
}: ActivityQuery & { readonly limit?: number }): ActivityParameters => ({
  ...(kind !== 'all' && { kind }),
  ...(before !== null && { before }),
  ...(limit !== undefined && { limit }),
});
