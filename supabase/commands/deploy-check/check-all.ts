import {
  checkAdministrator,
  checkAlarms,
  checkBackups,
  checkEmailLinks,
  checkEpoch,
  checkMigrations,
  checkSchedule,
  checkSecondFactor,
  checkSignUp,
  checkVisits,
} from './check-database.ts';
import { checkBookings } from './check-bookings.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkPublishableKey, checkSecretKey, checkVariables } from './check-keys.ts';
import {
  checkAlertFunction,
  checkMailEvents,
  checkMailSender,
  checkMailSent,
  checkMailSettings,
  checkMailsUsed,
  checkReceipts,
  checkReminders,
  checkResumeFunction,
  checkTracking,
} from './check-mail.ts';
import { checkHeartbeat } from './check-heartbeat.ts';
import { checkRetention } from './check-retention.ts';
import { checkPush } from './check-push.ts';
import { checkFacts, checkIdentity } from './check-facts.ts';
import { checkSender } from './check-sender.ts';
import { checkBrowserErrors, checkHeaders, checkSite } from './check-site.ts';
import { markKnown, type Line } from './report.ts';
import { askState, stateOf, type Target } from './target.ts';

/**
 * Checks the whole target, in the order of the guide. Changes nothing but the list of
 * releases and the heartbeat.
 * @param dist The build to compare the site with.
 */
export async function checkAll(target: Target, dist: string): Promise<Line[]> {
  const answer = await askState(target);
  const state = stateOf(answer);
  const lines = [
    checkVariables(target),
    await checkPublishableKey(target),
    checkSecretKey(target, answer),
    checkMigrations(state, answer),
    await checkSender(target),
    await checkSignUp(target),
    await checkEmailLinks(target),
    checkAdministrator(state),
    checkSecondFactor(state),
    await checkAlertFunction(target),
    await checkResumeFunction(target),
    await checkMailEvents(target),
    await checkPush(target),
    checkSchedule(target, state),
    await checkHeartbeat(target, state),
    checkVisits(state),
    await checkRetention(target),
    checkMailSettings(),
    await checkMailSender(target),
    await checkTracking(target),
    checkMailSent(state),
    checkMailsUsed(state),
    checkAlarms(state),
    await checkReceipts(target),
    await checkReminders(target),
    await checkBookings(target),
    ...(await checkSite(target)),
    await checkCertificate(target),
    await checkHeaders(target, dist),
    await checkBrowserErrors(target),
    checkFacts(),
    checkIdentity(),
    checkEpoch(state),
    checkBackups(state),
  ];
  return markKnown(lines, state?.known ?? {});
}
