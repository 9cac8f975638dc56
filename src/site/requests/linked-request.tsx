import { useState } from 'react';
import { referenceOf } from '../../core/domain/submission.ts';
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

const IS_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A request that a link opened. Nothing is stored unless its reader asks for it. */
export default function LinkedRequest({ id }: { id: string }) {
  const [readAt] = useState(Date.now);
  const isId = IS_ID.test(id);
  const reading = useStatesReading(isId ? [id] : []);
  const read = useStateOfPage(id);
  const requests = useRequests();
  const mine =
    requests.status === 'ready' ? requests.submissions.find((request) => request.id === id) : null;
  const known = isId ? read : { state: null, readAt };
  const view = useLinkedBooking(id, known);
  // The list shows it.
  if (mine) return null;

  const store = async () => {
    if (known) await storeOnDevice(id, known);
    focusHeading();
  };
  return (
    <section aria-labelledby="linked-request" className="grid gap-4">
      {isId && <CheckForAnswers reading={reading} />}
      <Card className="grid gap-4">
        <h2 id="linked-request" className="font-mono text-2xl font-bold tracking-normal">
          {view && !view.state ? 'Your link' : referenceOf(id)}
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
        {view?.state && requests.status === 'ready' && (
          <div className="grid justify-items-start gap-2 border-t border-line pt-4">
            <button
              type="button"
              className={smallButtonClass('secondary')}
              onClick={() => void attempt(store)}
            >
              Keep on this device
            </button>
            <p className="text-sm text-muted">It is then listed here, also without a connection.</p>
          </div>
        )}
      </Card>
    </section>
  );
}
