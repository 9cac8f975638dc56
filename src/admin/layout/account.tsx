import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ChangePassword } from '../password/change-password.tsx';
import { DeviceLink } from './device-link.tsx';
import { InstallPortal } from './install-portal.tsx';
import { SignOut } from './sign-out.tsx';

/** Who is signed in, and what they can do about it. `onChosen` hears when a link was followed. */
export function Account({ onChosen }: { onChosen: (() => void) | undefined }) {
  const user = useAdministrator();
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
      <InstallPortal />
      <DeviceLink onChosen={onChosen} />
      <ChangePassword />
      <SignOut />
    </section>
  );
}
