import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listServices, outlookOf, type UsedDay } from '#domain/usage.ts';
import * as rows from '#features/shared/rows.css.ts';
import { type UsageView, usageTexts } from '#texts/usage.ts';
import { Button } from '#ui/Button.tsx';
import { Region } from '#ui/Region.tsx';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { SegmentedControl } from '#ui/SegmentedControl.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { number } from '#ui/Table.css.ts';
import { Table } from '#ui/Table.tsx';
import { lead } from './activity.css.ts';
import type { CreditQueries, Used } from './credit-queries.ts';
import { shortened } from './displayed-entry.ts';
import * as styles from './usage.css.ts';
import { UsageChart } from './usage-chart.tsx';

/** The services with their own row. The others share one. */
const mostServices = 10;

/** The row of the other services. No service has it, because those are JSON. */
const otherKey = 'other';

const views = (['day', 'service'] as const).map((value) => ({ value, label: usageTexts.view[value] }));

export interface UsageSectionProps {
  readonly queries: CreditQueries;
  readonly onDownload: (view: UsageView, used: Used) => Promise<void>;
  /** Called when the customer is likely to download the figures, to prefetch the code. */
  readonly onDownloadLikely: () => void;
}

export const UsageSection = ({ queries, ...download }: UsageSectionProps) => {
  const { data, isError, isFetching, refetch } = useQuery(queries.usage);
  const isFailed = isError && !isFetching;
  return (
    <Region label={usageTexts.title} busy={data === undefined && !isFailed}>
      <p className={lead}>{usageTexts.lead}</p>
      {isFailed && <RetryBanner text={data ? usageTexts.stale : usageTexts.failed} onRetry={refetch} />}
      {data ? (
        <UsagePanel used={data} grants={queries.grants} {...download} />
      ) : (
        !isFailed && (
          <div className={styles.panel} aria-hidden="true">
            <Skeleton height="block" />
          </div>
        )
      )}
    </Region>
  );
};

interface UsagePanelProps extends Omit<UsageSectionProps, 'queries'> {
  readonly used: Used;
  readonly grants: CreditQueries['grants'];
}

const UsagePanel = ({ used, grants, onDownload, onDownloadLikely }: UsagePanelProps) => {
  const [view, setView] = useState<UsageView>('day');
  const download = useMutation({ mutationFn: () => onDownload(view, used) });
  const { data } = useQuery(grants);
  const available = data?.grants.reduce((credits, { remaining, held }) => credits + remaining - held, 0);
  const outlook = outlookOf(used.days, available ?? null);
  if (!outlook.isUsed)
    return (
      <div className={styles.panel}>
        <p>{usageTexts.empty}</p>
        <UsageChart {...chartOf(used.days)} />
      </div>
    );
  return (
    <div className={styles.panel}>
      <div className={rows.head}>
        <SegmentedControl label={usageTexts.views} options={views} chosen={view} onChoose={setView} />
        <Button
          variant="quiet"
          small
          icon={rows.downloadIcon}
          busy={download.isPending}
          onPointerEnter={onDownloadLikely}
          onFocus={onDownloadLikely}
          onClick={() => download.mutate()}
        >
          {usageTexts.download}
        </Button>
      </div>
      <p role="status" className={styles.failure}>
        {download.isError && usageTexts.downloadFailed}
      </p>
      <Facts {...outlook} />
      {view === 'day' ? <Days days={used.days} /> : <Services {...used} />}
    </div>
  );
};

const Facts = (outlook: ReturnType<typeof outlookOf>) => (
  <dl className={styles.facts}>
    {Object.entries(usageTexts.facts(outlook)).map(([name, text]) => (
      <div key={name}>
        <dt className={rows.outcome}>{name}</dt>
        <dd className={styles.figure}>{text}</dd>
      </div>
    ))}
  </dl>
);

const chartOf = (days: readonly UsedDay[]) => {
  const bars = days.map(({ day, credits }) => ({
    name: usageTexts.day(day),
    value: credits,
    text: usageTexts.credits(credits),
  }));
  const [first = '', last = ''] = [bars[0]?.name, bars.at(-1)?.name];
  return { bars, label: usageTexts.chart(first, last), format: usageTexts.figure };
};

const Days = ({ days }: Pick<Used, 'days'>) => (
  <>
    <UsageChart {...chartOf(days)} />
    <details>
      <summary className={styles.summary}>{usageTexts.table}</summary>
      <UsageTable
        view="day"
        figures={days.map(({ day, credits }) => ({ key: day, name: usageTexts.day(day), credits }))}
      />
    </details>
  </>
);

const Services = ({ services }: Pick<Used, 'services'>) => {
  const { listed, other } = listServices(services, mostServices);
  const shown = listed.map(({ reference, credits }) => ({
    key: JSON.stringify(reference),
    name: shortened(reference) || usageTexts.unnamed,
    credits,
  }));
  if (other !== null) shown.push({ key: otherKey, name: usageTexts.other, credits: other });
  return <UsageTable view="service" figures={shown} hasBars />;
};

interface UsageTableProps {
  readonly view: UsageView;
  readonly figures: readonly {
    readonly key: string;
    readonly name: string;
    readonly credits: number;
  }[];
  /** Whether a bar in each row compares it with the largest one, except the other services together. */
  readonly hasBars?: boolean;
}

const UsageTable = ({ view, figures, hasBars = false }: UsageTableProps) => {
  const headings = [
    { name: usageTexts.columns[view] },
    { name: usageTexts.columns.credits, isNumeric: true },
  ];
  const most = Math.max(1, ...figures.map(({ key, credits }) => (key === otherKey ? 0 : credits)));
  return (
    <Table label={usageTexts.tables[view]} columns={headings} className={styles.table}>
      {figures.map(({ key, name, credits }) => (
        <tr key={key}>
          <td>
            <p className={styles.name} dir="auto">
              {name}
            </p>
            {hasBars && key !== otherKey && (
              <svg className={styles.share} aria-hidden="true">
                <rect
                  className={styles.bar}
                  width={`${(Math.max(credits, 0) / most) * 100}%`}
                  height="100%"
                />
              </svg>
            )}
          </td>
          <td className={number}>{usageTexts.figure(credits)}</td>
        </tr>
      ))}
    </Table>
  );
};
