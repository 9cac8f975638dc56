import * as Menu from '@radix-ui/react-dropdown-menu';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { callHref, mailHref, textHref, whatsAppHref } from '../../core/domain/contact-links.ts';
import { useBackCloses } from '../../ui/back-closes.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** An action of a row: a link, a screen of the portal, or a function. */
export type RowAction = { label: string; icon: IconName } & (
  { href: string } | { to: string } | { run: () => void }
);

/** A call by the device's phone. */
export const callAction = (phone: string): RowAction => ({
  label: 'Call',
  icon: 'phone',
  href: callHref(phone),
});

/** Messaging links for a phone, most used first; `body`: the beginning of the text. */
export function writeActions(phone: string, body?: string): RowAction[] {
  const chat = whatsAppHref(phone, body);
  return [
    { label: 'Text', icon: 'speech', href: textHref(phone, body) },
    ...(chat === null ? [] : [{ label: 'WhatsApp', icon: 'chat', href: chat } as const]),
  ];
}

/** An email link with a subject about the row; `body`: the beginning of the text. */
export const emailAction = (email: string, subject: string, body?: string): RowAction => ({
  label: 'Email',
  icon: 'mail',
  href: mailHref(email, subject, body),
});

/** The same for a booking, which may have no address. */
export const emailActions = (email: string, subject: string, body?: string): RowAction[] =>
  email === '' ? [] : [emailAction(email, subject, body)];

/** A link's attributes; a link to another site opens in a new tab. */
const linkTo = (href: string) => ({
  href,
  ...(href.startsWith('https:') && { target: '_blank', rel: 'noopener noreferrer' }),
});

interface ContentProps {
  action: RowAction;
  /** How the word looks. */
  className?: string | undefined;
}

const Content = ({ action: { icon, label }, className }: ContentProps) => (
  <>
    <Icon name={icon} />
    <span className={className}>{label}</span>
  </>
);

interface ActionButtonProps {
  action: RowAction;
  /** The person's name, for accessible names. */
  name: string;
  /**
   * `sign`: a desktop screen shows only the icon, with the word as its tooltip; `small`: every
   * screen does.
   */
  look?: 'word' | 'sign' | 'small';
}

export function ActionButton({ action, name, look = 'word' }: ActionButtonProps) {
  const { button, word } = {
    word: { button: actionClass, word: undefined },
    sign: { button: `${actionClass} ${SIGN}`, word: WORD },
    small: { button: SMALL, word: 'sr-only' },
  }[look];
  const shared = {
    'aria-label': `${action.label}: ${name}`,
    title: look === 'word' ? undefined : action.label,
    className: button,
    children: <Content action={action} className={word} />,
  };
  if ('to' in action) return <Link {...shared} to={action.to} />;
  return 'href' in action ? (
    <a {...shared} {...linkTo(action.href)} />
  ) : (
    <button {...shared} type="button" onClick={action.run} />
  );
}

function MenuItem({ action }: { action: RowAction }) {
  const content = <Content action={action} />;
  if ('run' in action) {
    return (
      <Menu.Item className={MENU_ITEM} onSelect={action.run}>
        {content}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item asChild>
      {'to' in action ? (
        <Link to={action.to} className={MENU_ITEM}>
          {content}
        </Link>
      ) : (
        <a {...linkTo(action.href)} className={MENU_ITEM}>
          {content}
        </a>
      )}
    </Menu.Item>
  );
}

/**
 * On a phone the buttons fill the line, icon above word; on a tablet they stand in a row; on a
 * desktop screen they are icons. At least 44 px high on touch screens.
 */
const BAR =
  'flex flex-wrap gap-2.5 wide:grid wide:grid-cols-[auto_auto] wide:gap-1 desk:flex desk:flex-nowrap';
export const actionClass =
  'inline-flex min-h-14 items-center justify-center gap-x-2 rounded-2xl border border-control px-1 py-1 text-center text-xs font-semibold wrap-normal text-heading no-underline ' +
  'transition-colors hover:bg-tint max-sm:flex-1 max-sm:flex-col sm:min-h-11 sm:rounded-full sm:px-4 sm:text-sm';
/** As an icon, with the word as its tooltip. */
const SIGN = 'wide:size-9 wide:min-h-0 wide:px-0 wide:pointer-coarse:size-11';
const WORD = 'wide:sr-only';
export const MENU =
  'z-30 grid min-w-[min(14rem,calc(100vw-2rem))] gap-2 rounded-2xl border border-line bg-surface p-2 shadow-float';
/** Classes of an item in a menu. */
export const MENU_ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 font-semibold text-heading no-underline outline-none ' +
  'data-highlighted:bg-tint data-highlighted:outline-3 data-highlighted:-outline-offset-3 data-highlighted:outline-focus';

/** As an icon on every screen. */
const SMALL =
  'inline-grid size-11 place-items-center rounded-full border border-control text-heading no-underline transition-colors hover:bg-tint';

interface RowActionsProps {
  /** The person's name, for accessible names. */
  name: string;
  actions: readonly RowAction[];
  /** The number of actions on the card; the others are in its menu. */
  shown?: number;
  /** Icons on every screen, not only a desktop's. */
  isSmall?: boolean;
}

/** The actions of a row: the first ones as buttons, the others in a menu. */
export function RowActions({ name, actions, shown = 3, isSmall = false }: RowActionsProps) {
  const more = actions.slice(shown);
  const look = isSmall ? 'small' : actions.length > 1 ? 'sign' : 'word';
  const [isOpen, setOpen] = useState(false);
  useBackCloses(isOpen, () => setOpen(false));
  return (
    <div
      role="group"
      aria-label={`Actions: ${name}`}
      className={isSmall ? 'flex flex-wrap justify-end gap-1.5' : BAR}
    >
      {actions.slice(0, shown).map((action) => (
        <ActionButton key={action.label} action={action} name={name} look={look} />
      ))}
      {more.length > 0 && (
        <Menu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
          <Menu.Trigger
            aria-label={`More: ${name}`}
            title="More"
            className={isSmall ? SMALL : `${actionClass} ${SIGN}`}
          >
            <Icon name="more" />
            <span className={isSmall ? 'sr-only' : WORD}>More</span>
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Content align="end" sideOffset={8} collisionPadding={12} className={MENU}>
              {more.map((action) => (
                <MenuItem key={action.label} action={action} />
              ))}
            </Menu.Content>
          </Menu.Portal>
        </Menu.Root>
      )}
    </div>
  );
}
