import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWER_FAULTS } from '../answers/oracle.ts';
import { storeMembers } from '../crew/jobs.ts';
import { CREW_FAULTS } from '../crew/oracle.ts';
import { hammer } from '../hammer.ts';
import { OfficeCalls } from '../office-calls.ts';
import { FAULTS } from '../oracle.ts';
import { makeAdministrator } from '../portal/users.ts';
import { between, chance, randomOf } from '../random.ts';
import type { Report } from '../report.ts';
import type { Wanted } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { AnswerPart } from './answer-part.ts';
import { CrewPart } from './crew-part.ts';
import type { Former } from './former.ts';
import { findUnreminded, judgeMails, sendDueMails } from './mails.ts';
import { Month } from './month.ts';
import { storeRegulars, type Regular } from './regulars.ts';

/** Customers whose visits the office gives to the crew and moves, and those who answer it themselves. */
const REGULARS = { Served: 260, Answering: 40 } as const;
const MEMBERS = 'Ann Ben Cat Dan Eve Fay Gus Hal Ian Joy Kit Lea'.split(' ');
const SUBMISSIONS_A_DAY = 6;

const MONTH_FAULTS = [
  ...new Set([...FAULTS, ...ANSWER_FAULTS, ...CREW_FAULTS, 'mail twice', 'revived'] as const),
];

/**
 * Plays a firm's month: 300 regular customers, twelve people with phones, two administrators and visitors, day by day on a clock that
 * is moved. In the middle the server is upgraded from `former`, and the devices when they please. `wanted.count`: the days. Prints a
 * line for each.
 */
export async function hammerMonth(
  site: Site,
  wanted: Wanted,
  former: Former | null,
): Promise<Report> {
  const { seed, count: days, core } = wanted;
  const { server, inbox } = site;
  const month = new Month({ site, seed, days, core, former });
  await month.moveTo('07:30');
  const user = await makeAdministrator(server, `first.s${seed}@example.com`);
  const members = await storeMembers(server, MEMBERS, `of month ${seed}`);
  const calls = new OfficeCalls(server, user);
  const layIn = (kind: keyof typeof REGULARS): Promise<Regular[]> =>
    storeRegulars(server, calls, { kind, count: REGULARS[kind], seed, members });
  const regulars = await layIn('Served');
  const crew = new CrewPart({ month, user, members, kind: 'Served', regulars });
  const second = await makeAdministrator(server, `second.s${seed}@example.com`);
  const answering = new AnswerPart(month, second, await layIn('Answering'));
  await crew.open();
  await answering.open();
  const devices = [...crew.cleaners, ...answering.all].map(({ device }) => device);
  const settled = async () => {
    for (const device of devices) await device.backgroundDone();
  };

  let submissions = 0;
  for (; ; month.day++) {
    console.error(`Day ${month.day + 1} of ${days}, ${month.findings.length} findings`);
    if (month.day > 0) {
      await month.moveTo('07:30');
      await server.query('select private.make_due_visits(1000)');
      await crew.listToday();
      await crew.passNight();
      answering.passNight();
    }
    const [visitors] = await Promise.all([
      hammer(site, { ...wanted, ...visitorsOf(month) }),
      crew.work(),
      answering.work(),
      killPerhaps(month),
    ]);
    submissions += visitors.amount;
    month.addVisitors(visitors);
    await settled();
    await month.moveTo('18:30');
    await server.query('select private.add_reminders(1000)');
    month.findings.push(...(await findUnreminded(server)));
    await month.moveTo('18:50');
    await sendDueMails(server);
    await crew.comeHome();
    await settled();
    if (month.day === days - 1) break;
  }

  await crew.settle();
  await answering.settle();
  await sendDueMails(server);
  await answering.readLast();
  await crew.judge();
  await answering.judge();
  month.findings.push(...(await judgeMails(server, inbox, Object.keys(REGULARS))));
  for (const device of devices) await device.dispose();
  const reports = crew.cleaners.flatMap(({ account }) => account.reports);
  const { faults, crashes, findings, upgradeOn, hasUpgrade } = month;
  return {
    amount: submissions,
    work: `${days} days, ${submissions} submissions, ${answering.answers.length} answers, ${reports.length} reports on ${crew.jobs.length} jobs`,
    ...{ faults, crashes, kills: server.killedAt.length, kinds: MONTH_FAULTS, findings },
    remarks: [
      `${inbox.taken.size} mails`,
      hasUpgrade ? `upgraded after ${upgradeOn} days` : 'no upgrade',
    ],
  };
}

/** A day's visitors have a seed of their own. */
const visitorsOf = ({ seed, day }: Month) => ({
  seed: seed * 1000 + day,
  count: SUBMISSIONS_A_DAY,
  beginning: Date.now(),
});

async function killPerhaps({ seed, day, site }: Month): Promise<void> {
  const random = randomOf(seed, 'kill', day);
  if (!chance(random, 0.3)) return;
  await sleep(between(random, 100, 4000));
  await site.server.kill();
}
