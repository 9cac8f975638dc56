import { dismissInstall, install, useInstallOffer } from '../../runtime/install.ts';
import { smallButtonClass } from '../../ui/button.ts';

/** Offers to put the site on the home screen; gone for good once somebody said no. */
export default function InstallSite() {
  const offer = useInstallOffer('site');
  if (offer === 'none') return null;
  return (
    <div className="mt-1 grid justify-items-start gap-2">
      <p>
        {offer === 'prompt'
          ? 'Keep us at hand: the site as an app opens without a connection, too.'
          : 'Keep us at hand: tap Share, then Add to Home Screen.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {offer === 'prompt' && (
          <button type="button" className={smallButtonClass('primary')} onClick={() => void install('site')}>
            Install this app
          </button>
        )}
        <button type="button" className={smallButtonClass('secondary')} onClick={() => dismissInstall('site')}>
          No, thanks
        </button>
      </div>
    </div>
  );
}
