import { COMPANY } from '../../../src/site/content/company.ts';
import { check, missing, ok, optional, unchecked, wrong } from './check.ts';
import { NEEDS_STATE, OF_STATE } from './check-project.ts';
import { SECRETS, SET_SECRETS, UNSIGNED } from './check-schedule.ts';
import { ask, call, readBody } from './project.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** What the headers of its answer need. */
const NEEDS_FUNCTION = 'send-form-email as this checkout has it';
const setSecret = (lines: string, about = '') =>
  `write ${lines} to .env.functions${about}\n${SET_SECRETS}`;
const TRACKING_OFF =
  'at the provider, turn click tracking and open tracking off for each domain (Resend: Domains, Configuration)';

/** From this share of the provider's limit on, the next mails may be refused. */
const NEARLY_USED = 0.8;

/** A site with fewer bookings, or a shorter history, has no usual pause. */
const HISTORY = { bookings: 20, days: 60 };
/** A pause is unusual from this share of the last year's longest one on, and never before the days of Christmas. */
const UNUSUAL = { share: 1.5, days: 3 };

const days = (ms: number) => `${Math.round(ms / DAY_MS)} days`;

/** Mails, alarms and bookings. */
export const MAIL_CHECKS = [
  check({
    name: 'mail addresses',
    // A hosted function's secrets are not readable, but it does not start without them.
    ask: () => 'nothing',
    expect: () =>
      unchecked(
        'the function has MAIL_TO, MAIL_FROM and SITE_URL, or it would not run; their values can’t be read',
        SECRETS,
      ),
  }),
  check({
    name: 'mail sender',
    ask: ({ mail: { headers } }) => {
      const [sender, phone] = [headers.get('x-company'), headers.get('x-phone')];
      return sender === null || phone === null ? null : { sender, phone };
    },
    needs: NEEDS_FUNCTION,
    expect: ({ sender, phone }) => {
      if (sender === '' || phone === '')
        return missing('mails lack the company’s name or phone number');
      return decodeURIComponent(sender) === COMPANY.name &&
        decodeURIComponent(phone) === COMPANY.phone
        ? ok('mails name the company and its phone number')
        : wrong('mails name another company or phone number than the site');
    },
    remedy: setSecret(
      `MAIL_FROM="${COMPANY.name} <the sender’s address>" and MAIL_PHONE="${COMPANY.phone}"`,
    ),
  }),
  check({
    name: 'mail tracking',
    // A link that leads through the provider's server takes the request's key along.
    ask: async ({ resend }) => {
      if (resend === null) return 'unknown';
      const read = (path: string) =>
        ask(new URL(path, resend.baseUrl).href, {
          headers: { authorization: `Bearer ${resend.apiKey}` },
        });
      const { data } = readBody<{ data: { id: string }[] }>(await read('/domains'));
      if (!Array.isArray(data)) return 'unknown';
      return Promise.all(
        data.map(async ({ id }) =>
          readBody<{ name: string; click_tracking: boolean; open_tracking: boolean }>(
            await read(`/domains/${id}`),
          ),
        ),
      );
    },
    expect: (domains) => {
      if (domains === 'unknown' || domains.some((domain) => domain.click_tracking === undefined))
        return unchecked(
          'needs RESEND_API_KEY here, one with full access: a key that may only send can’t read it',
          TRACKING_OFF,
        );
      const tracked = domains.filter((domain) => domain.click_tracking || domain.open_tracking);
      return tracked.length === 0
        ? ok('off: links stay as they are')
        : wrong(
            `on for ${tracked.map(({ name }) => name).join(', ')}: the provider sees each link, with the key of its request`,
            TRACKING_OFF,
          );
    },
  }),
  check({
    name: 'mail',
    ...OF_STATE,
    expect: ({ alerts: { unsent, given_up: givenUp, latest, last_sent: lastSent } }) => {
      if (unsent > 0 && latest !== null)
        return wrong(
          `${unsent} could not be sent, the last one on ${latest.slice(0, 10)}; ${givenUp} of them are not tried any more`,
          'look at the provider’s log; then Send again in the portal',
          latest,
        );
      return lastSent === null
        ? unchecked('none was ever sent', 'book something on the site, then look here again')
        : ok(`the provider accepted the last one on ${lastSent.slice(0, 10)}, and none is late`);
    },
  }),
  check({
    name: 'mails of the day',
    ...OF_STATE,
    expect: ({ mails: { used, limit } }) => {
      if (limit === null)
        return unchecked(
          `${used} in the last day; the provider’s most is not known`,
          setSecret('MAIL_DAILY_LIMIT=100, the provider’s most a day,'),
        );
      const found = `${used} of the provider’s ${limit} in the last day`;
      return used < limit * NEARLY_USED ? ok(found) : wrong(found);
    },
    remedy:
      'a larger plan of the provider; docs/production.md, "What a booking costs, and what gives way first"',
  }),
  check({
    name: 'alarms',
    ...OF_STATE,
    expect: ({ alarms: { targets, latest } }) =>
      latest === null
        ? ok('none of the last 30 days')
        : wrong(
            `raised in the last 30 days, the last one on ${latest.slice(0, 10)}: ${targets.join(', ')}`,
            'docs/production.md, "Every week, and when something rings"',
            latest,
          ),
  }),
  check({
    name: 'receipts',
    ask: async (project) => {
      const setting = project.mail.headers.get('x-receipts');
      if (setting !== 'on') return { setting };
      const counts = await call<{
        sent: number;
        failed: number;
        bounced: number;
        late: number;
        /** The time of the last failure. */
        latest: string | null;
      }>(project, 'receipt_counts');
      return { setting, counts };
    },
    expect: ({ setting, counts }, { mailEvents }) => {
      if (setting === 'off')
        return ok('off by MAIL_RECEIPTS=0: customers get no email, also about answers to bookings');
      if (setting === 'malformed')
        return wrong('none is sent: MAIL_RECEIPTS is no number from 0 to 10000');
      if (setting !== 'on') return unchecked(`needs ${NEEDS_FUNCTION}`);
      if (readBody(mailEvents)['error'] !== UNSIGNED)
        return optional(
          'on, but bounces and complaints are not reported: those addresses would get further receipts',
          'the webhook of mail-events, with the events email.bounced, email.failed, email.suppressed and email.complained',
        );
      if (!counts) return unchecked(`on; how many were sent needs ${NEEDS_STATE}`);
      const { sent, failed, bounced, late, latest } = counts;
      return failed > 0 || late > 0
        ? wrong(
            `${failed} could not be sent, and ${late} about answers are an hour late`,
            'look at the provider’s log; they are tried again for two days. If MAIL_RECEIPTS is used up, raise it',
            latest,
          )
        : ok(`on: ${sent} sent in the last two days, ${bounced} bounced`);
    },
    remedy: setSecret('MAIL_RECEIPTS=100', ', the most a day'),
  }),
  check({
    name: 'reminders',
    ask: ({ mail }) => mail.headers.get('x-reminders') || null,
    needs: NEEDS_FUNCTION,
    expect: (setting) => {
      if (setting === 'on')
        return ok('on: customers are reminded at four in the afternoon before a visit');
      return setting === 'off'
        ? ok('off by MAIL_REMINDERS=off')
        : wrong('none is sent: MAIL_REMINDERS is neither on nor off');
    },
    remedy: setSecret('MAIL_REMINDERS=on'),
  }),
  check({
    name: 'bookings',
    ask: (project) =>
      call<{
        count: number;
        first: string | null;
        last: string | null;
        /** Seconds. */
        longest: number | null;
      }>(project, 'booking_pauses'),
    needs: NEEDS_STATE,
    expect: ({ count, first, last, longest }, { now }) => {
      const isEnough =
        count >= HISTORY.bookings &&
        Date.parse(last ?? '') - Date.parse(first ?? '') >= HISTORY.days * DAY_MS;
      if (!isEnough || last === null || longest === null)
        return unchecked(
          `${count} in the last year: from ${HISTORY.bookings} in ${HISTORY.days} days on, a long pause is noticed`,
        );
      const since = now - Date.parse(last);
      const found = `the last one on ${last.slice(0, 10)}; the longest pause of the last year was ${days(longest * 1000)}`;
      return since > Math.max(longest * 1000 * UNUSUAL.share, UNUSUAL.days * DAY_MS)
        ? wrong(`none for ${days(since)}: ${found}`)
        : ok(found);
    },
    remedy:
      'book something on the site, on a phone, and look for it in the portal; then npm run person -- erase EMAIL',
  }),
];
