import { setTimeout as sleep } from 'node:timers/promises';
import { amountOf, onEach, type Actor, type Group } from './actor.ts';
import { AnsweringOffice, openAnswers } from './actors/answering-office.ts';
import { Cleaner } from './actors/cleaner.ts';
import { CrewOffice, openTeam } from './actors/crew-office.ts';
import { Customer } from './actors/customer.ts';
import { Job, storeMembers, type Member } from './actors/jobs.ts';
import { visitors } from './actors/visitor.ts';
import { readAnswered, readJobs, readMailed, readUnreminded } from './bookings.ts';
import { Calendar } from './calendar.ts';
import { judgeSeries } from './findings/bookings.ts';
import type { Finding } from './findings/finding.ts';
import { judgeMails, judgeUnreminded } from './findings/mails.ts';
import type { Former } from './former.ts';
import { judge, leave, live, settle, type Wanted } from './hammer.ts';
import { makeAdministrator } from './office-calls.ts';
import { between, chance, randomOf } from './random.ts';
import { storeRegulars, type Regular } from './regulars.ts';
import type { Report } from './report.ts';
import type { Server } from './server.ts';
import type { Site } from './world.ts';

/** Customers whose visits the office gives to the crew and moves, and those who answer it themselves. */
const REGULARS = { Served: 260, Answering: 40 } as const;
const MEMBERS = 'Ann Ben Cat Dan Eve Fay Gus Hal Ian Joy Kit Lea'.split(' ');
const CUSTOMERS_A_DAY = 8;
const SUBMISSIONS_A_DAY = 6;
/** The rounds of a person in a day. */
const ROUNDS = { least: 2, most: 6 };
/** The crew's office has no device that takes its time. */
const OFFICE_ROUNDS = 30;
const AT_ONCE = 4;

/**
 * Plays a firm's month: 300 regular customers, twelve people with phones, two administrators and visitors, day by day on a clock that
 * is moved. In the middle the server is upgraded from `former`, and the devices when they please. `wanted.count`: the days. Prints a
 * line for each.
 */
export async function hammerMonth(
  site: Site,
  { seed, count: days, core }: Pick<Wanted, 'seed' | 'count' | 'core'>,
  former: Former | null,
): Promise<Report> {
  const { server, inbox } = site;
  const calendar = new Calendar({ site, seed, days, core, former });
  await calendar.moveTo('07:30');
  const team = await openServed(calendar);
  const answering = await openAnswering(calendar, team.members);
  const groups = [team.group, answering];
  const begun = amountOf(answering);
  const devices = groups.flatMap(({ actors }) => actors.flatMap(({ device }) => device ?? []));
  const settled = async () => {
    for (const device of devices) await device.backgroundDone();
  };

  const findings: Finding[] = [];
  let submissions = 0;
  for (; ; calendar.day++) {
    console.error(`Day ${calendar.day + 1} of ${days}, ${findings.length} findings`);
    if (calendar.day > 0) {
      await calendar.moveTo('07:30');
      await server.query('select private.make_due_visits(1000)');
      await team.listJobs();
      for (const cleaner of team.cleaners) await cleaner.sleep(calendar.nightOf(cleaner.device));
      for (const { device } of answering.actors) device?.moveClock(calendar.nightOf(device));
    }
    const [today] = await Promise.all([
      live(calendar.visitorsWorld(), visitors, SUBMISSIONS_A_DAY, { device: null }),
      liveToday(calendar, team.group.actors),
      liveToday(calendar, someOf(calendar, answering.actors)),
      killPerhaps(calendar, server),
    ]);
    submissions += today.groups.reduce((sum, group) => sum + amountOf(group), 0);
    findings.push(...(await judge(today.groups)));
    await settled();
    await calendar.moveTo('18:30');
    await server.query('select private.add_reminders(1000)');
    findings.push(...judgeUnreminded(await readUnreminded(server)));
    await calendar.moveTo('18:50');
    await sendDueMails(server);
    findings.push(...(await comeHome(calendar, team.cleaners)));
    await settled();
    if (calendar.day === days - 1) break;
  }

  await settle(groups, AT_ONCE);
  await sendDueMails(server);
  await leave(groups, AT_ONCE);
  const { killedAt } = server;
  findings.push(
    ...(await judge(groups)),
    ...judgeMails(await readMailed(server, Object.keys(REGULARS)), { ...inbox, killedAt }),
  );
  const { faults, crashes, remarks } = calendar.world;
  remarks.add('mails', inbox.taken.size);
  if (former) remarks.add('days before the upgrade', calendar.upgradeOn);
  return {
    work: [
      ...[`${days} days`, `${submissions} submissions`, `${amountOf(answering) - begun} answers`],
      `${amountOf(team.group)} reports on ${team.jobs.length} jobs`,
    ],
    amount: submissions - begun + groups.reduce((sum, group) => sum + amountOf(group), 0),
    ...{ faults, crashes, remarks, findings, kills: killedAt.length },
  };
}

/** The crew with its phones, and the administrator who gives and moves the visits of some customers. */
async function openServed(calendar: Calendar) {
  const { world, seed } = calendar;
  const { server } = world;
  const user = await makeAdministrator(server, `first.s${seed}@example.com`);
  const members = await storeMembers(server, MEMBERS, `of month ${seed}`);
  const jobs: Job[] = [];
  const office = new CrewOffice({ name: `m.s${seed}`, server, user, jobs, members });
  const word = 'Served';
  const regulars = await storeRegulars(world, office.calls, {
    word,
    count: REGULARS[word],
    members,
  });
  /** Adds today's and tomorrow's visits, as they are now. */
  const listJobs = async () => {
    for (const row of await readJobs(server, `${word} `))
      if (!jobs.some(({ id }) => id === row.id)) jobs.push(new Job(row));
  };
  await listJobs();
  const cleaners = members.map((person, place) => {
    const name = `m${place}.s${seed}`;
    const isListed: Cleaner['isListed'] = (shown) => shown.name.startsWith(`${word} `);
    return new Cleaner({ world: calendar.worldOf(name), name, person, jobs, office, isListed });
  });
  const team = await openTeam(world, office, cleaners);
  const group: Group = {
    ...team,
    rounds: 0,
    judge: async () => [...(await team.judge()), ...(await judgeVisits(server, regulars, jobs))],
  };
  return { group, cleaners, members, jobs, listJobs };
}

/** Compares the visits that are there with the series' rules and the office's deletions. */
async function judgeVisits(
  server: Server,
  regulars: readonly Regular[],
  jobs: readonly Job[],
): Promise<Finding[]> {
  const answered = await readAnswered(
    server,
    regulars.map(({ booking }) => booking),
  );
  const deleted = new Set(jobs.filter(({ mayBeGone }) => mayBeGone).map(({ id }) => id));
  return regulars
    .filter(({ booking }) => !deleted.has(booking.id))
    .flatMap(({ name, booking }) => judgeSeries(name, booking, deleted, answered));
}

/** Customers who skip and move their visits in My requests, and the administrator who answers them in the portal. */
async function openAnswering(calendar: Calendar, members: readonly Member[]): Promise<Group> {
  const { world, seed } = calendar;
  const user = await makeAdministrator(world.server, `second.s${seed}@example.com`);
  const regulars = await storeRegulars(world, world.office, {
    ...{ word: 'Answering', count: REGULARS.Answering, members },
  });
  const bookings = regulars.map(({ booking }) => booking);
  const name = `o0.s${seed}`;
  const office = new AnsweringOffice(calendar.worldOf(name), { name, user, bookings });
  office.statements.changes.push(...regulars.flatMap(({ answers }) => answers));
  const customers = regulars.map(({ booking }, place) => {
    const own = `c${place}.s${seed}`;
    const customer = new Customer(calendar.worldOf(own), own, [booking]);
    return { customer, bookings: [booking] };
  });
  return { ...(await openAnswers(world, office, customers)), rounds: 0 };
}

/** The office, and the customers who act today. */
function someOf({ seed, day }: Calendar, actors: readonly Actor[]): Actor[] {
  const customers = actors
    .filter((actor) => actor instanceof Customer)
    .map((actor) => ({ actor, place: randomOf(seed, actor.name, 'turn', day)() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, CUSTOMERS_A_DAY)
    .map(({ actor }) => actor);
  return [...customers, ...actors.filter((actor) => !(actor instanceof Customer))];
}

/** Runs a day of some people: a few rounds each. */
async function liveToday({ seed, day }: Calendar, actors: readonly Actor[]): Promise<void> {
  const roundOf = ({ name }: Actor, round: number) => randomOf(seed, name, 'round', day, round);
  const withDevice = actors.filter(({ device }) => device);
  const others = actors.filter(({ device }) => !device);
  await Promise.all([
    onEach(
      withDevice,
      async (actor) => {
        const random = randomOf(seed, actor.name, 'rounds', day);
        const rounds = between(random, ROUNDS.least, ROUNDS.most);
        for (let round = 0; round < rounds; round++) await actor.act(roundOf(actor, round));
      },
      AT_ONCE,
    ),
    ...others.map(async (actor) => {
      const random = randomOf(seed, actor.name, 'pauses', day);
      for (let round = 0; round < OFFICE_ROUNDS; round++) {
        await actor.act(roundOf(actor, round));
        await sleep(between(random, 0, 120));
      }
    }),
  ]);
}

/** Most phones meet a good network in the evening; then each has its person's jobs and no other. */
async function comeHome(
  { seed, day, today, world }: Calendar,
  cleaners: readonly Cleaner[],
): Promise<Finding[]> {
  const random = randomOf(seed, 'evening', day);
  const findings: Finding[] = [];
  await onEach(
    cleaners.filter(() => chance(random, 0.85)),
    async (cleaner) => {
      const shown = (await cleaner.comeHome()).map(({ time_slot: slot, ...job }) => ({
        ...job,
        slot,
      }));
      const all = await readJobs(world.server, '');
      const due = all.filter(
        ({ status, crew }) => status === 'confirmed' && crew.includes(cleaner.person.id),
      );
      const why = `on ${today} it shows ${textOf(shown)}, and not ${textOf(due)}`;
      if (textOf(shown) !== textOf(due))
        findings.push({ fault: 'foreign job', subject: cleaner.name, why });
    },
    AT_ONCE,
  );
  return findings;
}

type Listed = Pick<Job['state'], 'day' | 'access' | 'instructions'> &
  Pick<Job, 'job' | 'name'> & { slot: string };

const textOf = (jobs: readonly Listed[]): string =>
  jobs
    .map(({ job, name, day, slot, access, instructions }) =>
      JSON.stringify({ job, name, day, slot, access, instructions }),
    )
    .sort()
    .join('\n');

/** Sends the due mails as the hosted schedule does, until none is due. */
async function sendDueMails(server: Server): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    const [row] = await server.query<{ due: unknown[] }>('select public.due_alerts(100) as due');
    const due = row?.due ?? [];
    if (due.length === 0) return;
    for (const asked of due)
      await fetch(`${server.url}/functions/v1/send-form-email`, {
        method: 'POST',
        body: JSON.stringify(asked),
      }).catch(() => null);
  }
}

async function killPerhaps({ seed, day }: Calendar, server: Server): Promise<void> {
  const random = randomOf(seed, 'kill', day);
  if (!chance(random, 0.3)) return;
  await sleep(between(random, 100, 4000));
  await server.kill();
}
