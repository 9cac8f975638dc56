import { useAvailability } from '../../runtime/use-stored.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says that this browser's storage is blocked or does not answer; nothing while it works. */
export function StorageNotice() {
  const availability = useAvailability();
  return (
    <div role="status" className="empty:hidden">
      {availability === 'blocked' && (
        <Notice tone="warning" title="This browser blocks storage for this site">
          <p>
            The portal keeps its lists and your sign-in on this device. Allow this site to store
            data in the browser&rsquo;s settings (“cookies and site data”), or use a window that is
            not private, and reload the page.
          </p>
        </Notice>
      )}
      {availability === 'failing' && (
        <Notice tone="warning" title="This browser&rsquo;s storage does not answer">
          <p>
            It is tried again by itself. If this does not go away, close the browser and open it
            again: what waits on this device stays there.
          </p>
        </Notice>
      )}
    </div>
  );
}
