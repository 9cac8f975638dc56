import { Link, useLocation } from 'react-router-dom';
import { useRequests } from '../../runtime/use-requests.ts';
import { Icon } from '../../ui/icon.tsx';
import { menuLinkClass } from '../layout/top-bar.tsx';
import WaitingCount from './waiting-count.tsx';

/** The menu's link to My requests, while there is a request; in a horizontal menu only its icon. */
export default function RequestsLink({ onClick }: { onClick: () => void }) {
  const requests = useRequests();
  const { pathname } = useLocation();
  if (requests.status !== 'ready') return null;
  if (requests.submissions.length + requests.answers.length === 0) return null;
  return (
    <li>
      <Link
        to="/requests"
        aria-current={pathname === '/requests' ? 'page' : undefined}
        title="My requests"
        className={menuLinkClass}
        onClick={onClick}
      >
        <Icon name="clipboard" className="size-5 text-brand" />
        <span className="lg:sr-only">My requests</span>
        <span className="lg:sr-only">
          <WaitingCount />
        </span>
      </Link>
    </li>
  );
}
