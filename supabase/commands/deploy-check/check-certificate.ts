import { connect } from 'node:tls';
import { reasonOf } from '../../local/project-fetch.ts';
import { ok, unchecked, wrong, type Line } from './report.ts';
import type { Target } from './target.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Hosts renew a certificate about a month before its end. */
const EXPECTED_DAYS = 14;
const TIMEOUT_MS = 30_000;

/** The last day of the certificate that a server presents, also of one that is invalid. */
function readLastDay({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      // An expired certificate has to be read, too. Nothing is sent.
      {
        host: hostname,
        servername: hostname,
        port: Number(port || 443),
        rejectUnauthorized: false,
      },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to));
        socket.destroy();
      },
    );
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('ETIMEDOUT')));
    socket.once('error', reject);
  });
}

/** Checks that the host renews the certificate of the site's domain. */
export async function checkCertificate(
  { site }: Pick<Target, 'site'>,
  now = Date.now(),
): Promise<Line> {
  const name = 'certificate';
  if (site === null) return unchecked(name, 'needs SITE_URL');
  if (!site.startsWith('https:')) return unchecked(name, 'this address has none');
  const remedy = 'look at the domain’s settings at the host: it renews certificates by itself';
  let lastDay: Date;
  try {
    lastDay = await readLastDay(new URL(site));
  } catch (error) {
    return wrong(name, `could not be read (${reasonOf(error)})`, remedy);
  }
  const found = `valid until ${lastDay.toISOString().slice(0, 10)}`;
  return lastDay.getTime() - now < EXPECTED_DAYS * DAY_MS
    ? wrong(name, found, remedy)
    : ok(name, found);
}
