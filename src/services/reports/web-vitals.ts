import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';
import type { ReportBody } from './report.ts';

/** Reports each web vital once it is final, possibly only when the page ends. */
export const watchWebVitals = (tell: (body: ReportBody) => void): void => {
  const hear = ({ name, value, rating, navigationType }: Metric): void =>
    tell({
      type: 'web-vital',
      name,
      value: name === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value),
      rating,
      navigation: navigationType,
    });
  for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(hear);
};
