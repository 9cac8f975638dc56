import { useRef, type Ref } from 'react';
import { NavLink } from 'react-router-dom';
import { dismissInstall, install, useInstallOffer } from '../../runtime/install.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChangePassword } from '../password/change-password.tsx';
import { AccountButton, sidebarLinkClass } from './sidebar-parts.tsx';
import { SignOut } from './sign-out.tsx';

function DeviceLink({
  ref,
  onChosen,
}: {
  ref: Ref<HTMLAnchorElement>;
  onChosen: (() => void) | undefined;
}) {
  return (
    <NavLink ref={ref} to="/admin/device" className={sidebarLinkClass} onClick={() => onChosen?.()}>
      <Icon name="device" />
      About this device
    </NavLink>
  );
}

/**
 * Offers to install the portal; a refusal hides the offer for good. `onAnswered` is called when it
 * disappears.
 */
function InstallPortal({ onAnswered }: { onAnswered: () => void }) {
  const offer = useInstallOffer('portal');
  if (offer === 'none') return null;
  if (offer === 'prompt') {
    return (
      <AccountButton icon="download" onClick={() => void install('portal').then(onAnswered)}>
        Install this app
      </AccountButton>
    );
  }
  return (
    <div className="flex items-center gap-1 pl-3 text-sm">
      <p className="flex-1">To install this app, tap Share, then Add to Home Screen.</p>
      <button
        type="button"
        aria-label="Dismiss the hint"
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-tint"
        onClick={() => {
          dismissInstall('portal');
          onAnswered();
        }}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** The signed-in user and the account's actions. `onChosen` is called when a link is followed. */
export function Account({ onChosen }: { onChosen: (() => void) | undefined }) {
  const user = useAdministrator();
  const deviceLink = useRef<HTMLAnchorElement>(null);
  if (!user) return null;
  const { displayName, email } = user;
  return (
    <section aria-label="Account" className="grid gap-1 border-t border-line pt-4">
      <div className="mb-2 flex items-center gap-3 px-1">
        <Avatar name={displayName} url={null} />
        <div className="min-w-0 text-sm wrap-anywhere">
          <p dir="auto" className="font-bold text-heading">
            {displayName}
          </p>
          {email !== displayName && <p className="text-muted">{email}</p>}
        </div>
      </div>
      {/* The focused button is removed: the element below it takes the focus. */}
      <InstallPortal onAnswered={() => deviceLink.current?.focus()} />
      <DeviceLink ref={deviceLink} onChosen={onChosen} />
      <ChangePassword />
      <SignOut>
        {(ask) => (
          <AccountButton icon="signOut" onClick={ask}>
            Sign Out
          </AccountButton>
        )}
      </SignOut>
    </section>
  );
}
