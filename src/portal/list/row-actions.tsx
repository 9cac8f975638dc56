import * as Menu from '@radix-ui/react-dropdown-menu';
import { callHref, mailHref, textHref, whatsAppHref } from '../../core/domain/contact-links.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

/** What can be done about a row: a link, or something that happens here. */
export type RowAction = { label: string; icon: IconName } & (
  { href: string } | { run: () => void }
);

/** A call by the device's phone. */
export const callAction = (phone: string): RowAction => ({
  label: 'Call',
  icon: 'phone',
  href: callHref(phone),
});

/** The ways to write to a phone, most used first; `body` is the beginning of a text. */
export function writeActions(phone: string, body?: string): RowAction[] {
  const chat = whatsAppHref(phone);
  return [
    { label: 'Text', icon: 'speech', href: textHref(phone, body) },
    ...(chat === null ? [] : [{ label: 'WhatsApp', icon: 'chat', href: chat } as const]),
  ];
}

/** A letter whose subject says what it is about. */
export const emailAction = (email: string, subject: string, label = 'Email'): RowAction => ({
  label,
  icon: 'mail',
  href: mailHref(email, subject),
});

/** A link's attributes; what leads to another site opens beside the portal. */
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
  /** Whom it is about. */
  name: string;
  /** A desk's screen shows its sign alone, with the word as its tooltip. */
  isSign?: boolean;
}

/** One action, by a press. */
export function ActionButton({ action, name, isSign = false }: ActionButtonProps) {
  const shared = {
    'aria-label': `${action.label}: ${name}`,
    title: isSign ? action.label : undefined,
    className: isSign ? `${actionClass} ${SIGN}` : actionClass,
    children: <Content action={action} className={isSign ? WORD : undefined} />,
  };
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
      <Menu.Item className={ITEM} onSelect={action.run}>
        {content}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item asChild>
      <a {...linkTo(action.href)} className={ITEM}>
        {content}
      </a>
    </Menu.Item>
  );
}

/**
 * On a phone they fill the line, the sign above a whole word; on a tablet they are buttons in a row; on a desk's screen signs. None is
 * lower than 44 px where fingers press.
 */
const BAR =
  'flex flex-wrap gap-2.5 lg:grid lg:grid-cols-[auto_auto] lg:gap-1 desk:flex desk:flex-nowrap';
export const actionClass =
  'inline-flex min-h-14 items-center justify-center gap-x-2 rounded-2xl border border-control px-1 py-1 text-center text-xs font-semibold wrap-normal text-heading no-underline ' +
  'transition-colors hover:bg-tint max-sm:flex-1 max-sm:flex-col sm:min-h-11 sm:rounded-full sm:px-4 sm:text-sm';
/** As a sign, whose word is its tooltip. */
const SIGN = 'lg:size-9 lg:min-h-0 lg:px-0 lg:pointer-coarse:size-11';
const WORD = 'lg:sr-only';
const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-xl px-3 font-semibold text-heading no-underline outline-none ' +
  'data-highlighted:bg-tint data-highlighted:outline-3 data-highlighted:-outline-offset-3 data-highlighted:outline-focus';

/** How many actions stand on the card; the others are in its menu. */
const SHOWN = 3;

interface RowActionsProps {
  /** Whom they are about. */
  name: string;
  actions: readonly RowAction[];
}

/** What can be done about a row: the first three by a button, the others by a menu. */
export function RowActions({ name, actions }: RowActionsProps) {
  const more = actions.slice(SHOWN);
  const isSign = actions.length > 1;
  return (
    <div role="group" aria-label={`Actions: ${name}`} className={BAR}>
      {actions.slice(0, SHOWN).map((action) => (
        <ActionButton key={action.label} action={action} name={name} isSign={isSign} />
      ))}
      {more.length > 0 && (
        <Menu.Root modal={false}>
          <Menu.Trigger
            aria-label={`More: ${name}`}
            title="More"
            className={`${actionClass} ${SIGN}`}
          >
            <Icon name="more" />
            <span className={WORD}>More</span>
          </Menu.Trigger>
          <Menu.Portal>
            <Menu.Content
              align="end"
              sideOffset={8}
              collisionPadding={12}
              className="z-30 grid min-w-56 gap-2 rounded-2xl border border-line bg-surface p-2 shadow-float"
            >
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
