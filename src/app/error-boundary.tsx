import { Component } from 'react';
import { reportError } from '../runtime/report-error.ts';
import { PageHead } from '../site/layout/page-head.tsx';
import { buttonClass } from '../ui/button.ts';
import type { Elements } from '../ui/elements.ts';

interface Props {
  children: Elements;
}

/**
 * Shows the error screen in place of an empty page. Key it by page, so that leaving the page resets
 * it.
 */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'Unknown error' };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ErrorScreen error={error} />;
  }
}

function ErrorScreen({ error }: { error: unknown }) {
  return (
    <section
      role="alert"
      className="mx-auto grid max-w-2xl justify-items-start gap-5 px-4 py-20 sm:px-6"
    >
      <PageHead title="Unexpected Application Error" />
      <h1 className="text-4xl font-extrabold">Unexpected Application Error!</h1>
      <p className="rounded-xl bg-danger-tint px-4 py-3 font-mono text-sm break-all text-danger">
        {error instanceof Error ? error.message : String(error)}
      </p>
      <p className="text-lg">
        Requests that wait on this device are safe. Reload the page; if this was a page you have not
        opened before, check your connection first.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={buttonClass('primary')} onClick={() => location.reload()}>
          Reload the page
        </button>
        <a href="/" className={buttonClass('secondary')}>
          Back to Home
        </a>
      </div>
    </section>
  );
}
