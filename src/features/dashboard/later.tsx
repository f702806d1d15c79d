import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ChunkError } from '#chunks/import-chunk.ts';
import { appTexts } from '#texts/app.ts';
import { dashboardTexts } from '#texts/dashboard.ts';
import { RetryBanner } from '#ui/RetryBanner.tsx';
import { Spinner } from '#ui/Spinner.tsx';

type LaterParts = Readonly<typeof import('./later-parts.tsx')>;

interface PartProps {
  readonly children: (parts: LaterParts) => ReactNode;
}

/** The loaded code. Kept on unmount, so that it renders immediately on the next visit to the dashboard. */
let loaded: LaterParts | null = null;

const shown = new Set<Later>();

export const loadLater = async (): Promise<void> => {
  loaded = await import('./later-parts.tsx');
  for (const part of shown) part.renew();
};

const Loaded = ({ children }: PartProps) => loaded && children(loaded);

/** Creates a component for each attempt, because `lazy` caches failures. Loaded code renders immediately. */
const createPart = (): ComponentType<PartProps> =>
  loaded ? Loaded : lazy(() => loadLater().then(() => ({ default: Loaded })));

interface LaterProps extends PartProps {
  /** Whether the part has something to show. If so, a spinner or an error is shown until its code loads. */
  readonly wanted: boolean;
}

/** Renders a lazily loaded part of the dashboard. */
export class Later extends Component<LaterProps> {
  override state = { Part: createPart(), isMissing: false };

  static getDerivedStateFromError(error: unknown) {
    if (error instanceof ChunkError) return { isMissing: true };
    throw error;
  }

  readonly renew = (): void => this.setState({ Part: createPart(), isMissing: false });

  override componentDidMount() {
    shown.add(this);
    window.addEventListener('online', this.renew);
  }

  override componentDidUpdate({ wanted }: LaterProps) {
    if (this.props.wanted && !wanted) this.renew();
  }

  override componentWillUnmount() {
    shown.delete(this);
    window.removeEventListener('online', this.renew);
  }

  override render() {
    const { wanted, children } = this.props;
    const { Part, isMissing } = this.state;
    if (isMissing) return wanted && <RetryBanner text={dashboardTexts.partMissing} onRetry={this.renew} />;
    return (
      <Suspense fallback={wanted && <Spinner label={appTexts.loading} />}>
        {(wanted || loaded) && <Part>{children}</Part>}
      </Suspense>
    );
  }
}
