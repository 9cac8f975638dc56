import { useRef, useState, type Ref } from 'react';
import { NavLink } from 'react-router-dom';
import { dismissInstall, install, useInstallOffer } from '../../runtime/install.ts';
import { signOut } from '../../runtime/auth/account.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { countOwnWaiting } from '../sync/change-commands.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notify } from '../../ui/toast.ts';
import { ChangePassword } from '../password/change-password.tsx';
import { AccountButton, sidebarLinkClass } from './sidebar-parts.tsx';
import { UnsentDialog } from './unsent-dialog.tsx';

/** The way to what this device keeps. */
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

/** Offers to put the portal on the home screen; gone for good once somebody said no. `onAnswered` hears when it goes. */
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

/** Signs out; first asks what is to become of the changes that wait on this device. */
function SignOut() {
  const [isAsking, setAsking] = useState(false);
  // A browser that keeps nothing has nothing that waits.
  const ask = async () =>
    (await countOwnWaiting().catch(() => 0)) > 0 ? setAsking(true) : leave();

  return (
    <>
      <AccountButton icon="signOut" onClick={() => void ask()}>
        Sign Out
      </AccountButton>
      <UnsentDialog
        action="sign out"
        open={isAsking}
        onSettled={() => void leave()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

const STILL_SIGNED_IN =
  'This browser could not sign you out. Clear this site’s data in its settings.';

async function leave(): Promise<void> {
  const result = await signOut();
  if (result.outcome === 'still-signed-in')
    void notify.error('You are still signed in', { description: STILL_SIGNED_IN });
  else if (result.outcome === 'refused')
    void notify.error('Error', { description: result.message });
  else void notify.success('Signed Out', { description: 'You have been signed out successfully' });
}

/** Who is signed in, and what they can do about it. `onChosen` hears when a link was followed. */
export function Account({ onChosen }: { onChosen: (() => void) | undefined }) {
  const user = useAdministrator();
  const deviceLink = useRef<HTMLAnchorElement>(null);
  if (!user) return null;
  const { displayName, email } = user;
  return (
    <section aria-label="Account" className="grid gap-1 border-t border-line pt-4">
      <div className="mb-2 flex items-center gap-3 px-1">
        <Avatar name={displayName} url={null} />
        <div className="min-w-0 text-sm">
          <p className="truncate font-bold text-heading">{displayName}</p>
          {email !== displayName && <p className="truncate text-muted">{email}</p>}
        </div>
      </div>
      {/* The button that had the focus is gone: what stood below it has it then. */}
      <InstallPortal onAnswered={() => deviceLink.current?.focus()} />
      <DeviceLink ref={deviceLink} onChosen={onChosen} />
      <ChangePassword />
      <SignOut />
    </section>
  );
}
