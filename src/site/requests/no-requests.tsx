import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';
import emptyRoom from '../art/empty-state.webp';

export function NoRequests() {
  return (
    <Card className="grid justify-items-center gap-4 text-center">
      <img src={emptyRoom} width={720} height={450} alt="" className="h-auto w-full max-w-sm rounded-3xl dark:brightness-90" />
      <h2 className="text-2xl font-bold">No requests on this device</h2>
      <p>What you send from this browser is listed here, with its reference, from the moment you submit it.</p>
      <Link to="/booking" className={buttonClass('primary')}>
        Book a Service
      </Link>
    </Card>
  );
}
