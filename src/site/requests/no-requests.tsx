import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/button.ts';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/picture.tsx';
import emptyRoom from '../art/empty-state.webp?w=400,800&picture';

export function NoRequests() {
  return (
    <Card className="grid justify-items-center gap-4 text-center">
      <Picture picture={emptyRoom} sizes="min(24rem, 100vw - 5rem)" alt="" className="max-w-sm rounded-3xl" />
      <h2 className="text-2xl font-bold">No requests on this device</h2>
      <p>What you send from this browser is listed here, with its reference, from the moment you submit it.</p>
      <Link to="/booking" className={buttonClass('primary')}>
        Book a Service
      </Link>
    </Card>
  );
}
