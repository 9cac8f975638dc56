import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PhoneLink } from '../forms/form-shell.tsx';

/** In place of the request of a link that arrived in part. */
export default function IncompleteLink() {
  return (
    <section aria-labelledby="incomplete-link">
      <Card className="grid gap-4">
        <h2 id="incomplete-link" className="text-2xl font-bold">
          Your link
        </h2>
        <Notice tone="warning" title="This link is incomplete">
          <p>
            Its end is missing, so we can&rsquo;t show your request. Open the link in our email
            again. If you copied it, copy all of it, also where it goes on in the next line.
          </p>
          <p>
            If it still does not work, call <PhoneLink />.
          </p>
        </Notice>
      </Card>
    </section>
  );
}
