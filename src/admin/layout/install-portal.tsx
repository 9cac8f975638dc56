import { dismissInstall, install, useInstallOffer } from '../../runtime/install.ts';
import { Icon } from '../../ui/icon.tsx';
import { AccountButton } from './account-button.tsx';

/** Offers to put the portal on the home screen; gone for good once somebody said no. */
export function InstallPortal() {
  const offer = useInstallOffer('portal');
  if (offer === 'none') return null;
  if (offer === 'prompt') {
    return (
      <AccountButton icon="download" onClick={() => void install('portal')}>
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
        onClick={() => dismissInstall('portal')}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
