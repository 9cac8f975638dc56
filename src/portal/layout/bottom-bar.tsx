import { Link, useLocation } from 'react-router-dom';
import { ENTITIES, type Entity } from '../../core/domain/entities.ts';
import { shownView } from '../bookings/bookings-view.ts';
import { useNewRows } from '../list/new-rows.ts';
import { countText } from '../../ui/count-text.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

const BOOKINGS = ENTITIES.bookings.path;
const MESSAGES = ENTITIES.contact_messages.path;
/** The lists with a link in the bar. */
const IN_BAR: readonly Entity[] = ['bookings', 'contact_messages'];

const itemClass = (isCurrent: boolean) =>
  `relative grid min-h-14 flex-1 content-center justify-items-center gap-0.5 text-xs font-semibold no-underline ${
    isCurrent ? 'text-brand' : 'text-heading'
  }`;

interface ItemContentProps {
  icon: IconName;
  label: string;
  /** Rows since the last visit. */
  added?: number;
}

const ItemContent = ({ icon, label, added = 0 }: ItemContentProps) => (
  <>
    <Icon name={icon} className="size-6" />
    <span>{label}</span>
    {added > 0 && (
      <span className="absolute top-1 left-[calc(50%+0.375rem)] min-w-5 rounded-full bg-brand px-1 text-center text-on-brand">
        <span>{countText(added)}</span>
        <span className="sr-only"> new</span>
      </span>
    )}
  </>
);

interface BottomBarProps {
  /** Opens the drawer with all screens. */
  onMore: () => void;
}

/**
 * The most used screens within reach of a thumb, on small screens. Hidden while a phone's keyboard
 * is open.
 */
export function BottomBar({ onMore }: BottomBarProps) {
  const { pathname, search } = useLocation();
  const added = useNewRows();
  const isSchedule = shownView(new URLSearchParams(search)) === 'schedule';
  const addedElsewhere = Object.entries(added).reduce(
    (sum, [entity, count]) => (IN_BAR.includes(entity as Entity) ? sum : sum + count),
    0,
  );
  const links = [
    {
      to: `${BOOKINGS}?view=schedule`,
      isCurrent: pathname === BOOKINGS && isSchedule,
      icon: 'clock',
      label: 'Today',
    },
    {
      to: `${BOOKINGS}?view=received`,
      isCurrent: pathname === BOOKINGS && !isSchedule,
      icon: ENTITIES.bookings.icon,
      label: 'Bookings',
      added: added.bookings ?? 0,
    },
    {
      to: MESSAGES,
      isCurrent: pathname === MESSAGES,
      icon: ENTITIES.contact_messages.icon,
      label: 'Messages',
      added: added.contact_messages ?? 0,
    },
  ] as const;

  return (
    <nav
      aria-label="Shortcuts"
      className="portal-bar fixed inset-x-0 bottom-0 z-10 flex flex-wrap border-t border-line bg-surface pl-[env(safe-area-inset-left)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {links.map(({ to, isCurrent, ...content }) => (
        <Link
          key={to}
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          className={itemClass(isCurrent)}
        >
          <ItemContent {...content} />
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" className={itemClass(false)} onClick={onMore}>
        <ItemContent icon="more" label="More" added={addedElsewhere} />
      </button>
    </nav>
  );
}
