import { dismissInstall, install, useInstallOffer } from '../../runtime/install.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { focusHeading } from '../../ui/page-change.ts';

function decline(): void {
  dismissInstall('site');
  // The focused button is removed.
  focusHeading();
}

/** Offers to install the site; a refusal hides the offer for good. */
export default function InstallSite() {
  const offer = useInstallOffer('site');
  if (offer === 'none') return null;
  return (
    <div className="mt-1 grid justify-items-start gap-2">
      <p>
        {offer === 'prompt'
          ? 'Add this site to your home screen. It opens without a connection, too.'
          : 'Add this site to your home screen: tap Share, then Add to Home Screen.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {offer === 'prompt' && (
          <button
            type="button"
            className={smallButtonClass('primary')}
            onClick={() => void install('site').then(focusHeading)}
          >
            Install this app
          </button>
        )}
        <button type="button" className={smallButtonClass('secondary')} onClick={decline}>
          No, thanks
        </button>
      </div>
    </div>
  );
}
