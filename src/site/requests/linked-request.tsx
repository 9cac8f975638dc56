import { useEffect, useEffectEvent, useRef } from 'react';
import { referenceOf } from '../../core/domain/reference.ts';
import {
  storeOnDevice,
  useLinkedBooking,
  useStateOfPage,
  useStatesReading,
} from '../../runtime/use-booking-states.ts';
import { useRequests } from '../../runtime/use-requests.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { focusHeading } from '../../ui/page-change.ts';
import { attempt } from './attempt.ts';
import BookingAnswers from './booking-answers.tsx';
import { CheckForAnswers } from './check-for-answers.tsx';

/** A request that a link opened. Nothing is stored unless its reader asks for it. */
export default function LinkedRequest({ id }: { id: string }) {
  const reading = useStatesReading([id]);
  const known = useStateOfPage(id);
  const requests = useRequests();
  const mine =
    requests.status === 'ready' ? requests.submissions.find((request) => request.id === id) : null;
  const view = useLinkedBooking(id, known);
  const unsent = view ? [view, ...view.visits].filter((booking) => booking.unsent).length : 0;
  const wasUnsent = useRef(unsent);
  const readAgain = useEffectEvent(reading.refresh);
  useEffect(() => {
    // Another tab or the worker may have sent one, and only that one has the new state.
    if (wasUnsent.current > unsent) readAgain();
    wasUnsent.current = unsent;
  }, [unsent]);
  // The list shows it.
  if (mine) return null;

  const store = async () => {
    if (known) await storeOnDevice(id, known);
    focusHeading();
  };
  return (
    // Takes the focus when its buttons disappear.
    <section aria-labelledby="linked-request" tabIndex={-1} className="grid gap-4 rounded-3xl">
      <CheckForAnswers reading={reading} />
      <Card className="grid gap-4">
        <h2 id="linked-request" className="font-mono text-2xl font-bold tracking-normal">
          {view?.readAt != null && !view.state && !view.former ? 'Your link' : referenceOf(id)}
        </h2>
        {view ? (
          <BookingAnswers answers={view} summary={null} isStale={reading.failure !== null} />
        ) : (
          reading.failure !== null && (
            <Notice tone="warning" title="This request can't be shown now">
              <p>
                This device does not know it yet, and it could not be read. It is shown here as soon
                as that works.
              </p>
            </Notice>
          )
        )}
        {known?.state && requests.status === 'ready' && (
          <div className="grid justify-items-start gap-2 border-t border-line pt-4">
            <button
              type="button"
              className={smallButtonClass('secondary')}
              onClick={() => void attempt(store)}
            >
              Keep on this device
            </button>
            <p className="text-sm text-muted">
              It is then listed here, also without a connection. Otherwise only this tab shows it,
              until you close the tab.
            </p>
          </div>
        )}
      </Card>
    </section>
  );
}
