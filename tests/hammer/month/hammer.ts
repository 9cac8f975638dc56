import { setTimeout as sleep } from 'node:timers/promises';
import { dayAfter } from '../../../src/core/domain/london-time.ts';
import { readAnswered } from '../answers/bookings.ts';
import { Customer } from '../answers/customer.ts';
import { Office } from '../answers/office.ts';
import { ANSWER_FAULTS, judgeAnswers } from '../answers/oracle.ts';
import { modelSeries } from '../answers/series-model.ts';
import type { Side } from '../answers/ledger.ts';
import type { Core } from '../core.ts';
import { Cleaner } from '../crew/cleaner.ts';
import { readStored } from '../crew/hammer.ts';
import { storeMembers, type Job } from '../crew/jobs.ts';
import { CrewOffice } from '../crew/office.ts';
import { CREW_FAULTS, judgeReports } from '../crew/oracle.ts';
import { Device } from '../device.ts';
import { hammer } from '../hammer.ts';
import { OfficeCalls } from '../office-calls.ts';
import { onDevice } from '../on-line.ts';
import { FAULTS } from '../oracle.ts';
import { Desk } from '../portal/desk.ts';
import { makeAdministrator } from '../portal/users.ts';
import { between, chance, randomOf, type Random } from '../random.ts';
import type { Finding, Report } from '../report.ts';
import { sideBySide, type Wanted } from '../side-by-side.ts';
import type { Site } from '../site.ts';
import { Tally } from '../tally.ts';
import type { World } from '../world.ts';
import { moveTo } from './calendar.ts';
import type { Former } from './former.ts';
import { findUnreminded, judgeMails, sendDueMails } from './mails.ts';
import { jobsOf, listJobs, storeRegulars, type Regular } from './regulars.ts';

/** Customers whose visits the office gives to the crew and moves, and those who answer it themselves. */
const REGULARS = { Served: 260, Answering: 40 } as const;
const MEMBERS = [
  ...['Ann', 'Ben', 'Cat', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ian', 'Joy', 'Kit', 'Lea'],
] as const;
/** Summer time begins within the month. */
const FIRST_DAY = '2027-03-10';
const SUBMISSIONS_A_DAY = 6;
const OFFICE_ACTS_A_DAY = 12;
const CUSTOMERS_A_DAY = 8;
/** The acts of a person in a day. */
const ROUNDS = { least: 2, most: 6 };
/** Devices that were not opened since the upgrade are the former release's for up to so many days. */
const DAYS_TO_UPDATE = 8;
const AT_ONCE = 4;
const NIGHT_MS = 13 * 60 * 60_000;

const MONTH_FAULTS = [
  ...new Set([...FAULTS, ...ANSWER_FAULTS, ...CREW_FAULTS, 'mail twice', 'revived'] as const),
];

/**
 * Plays a firm's month: 300 regular customers, twelve people with phones, two administrators and visitors, day by day on a clock that
 * is moved. In the middle the server is upgraded from `former`, and the devices when they please. `wanted.count`: the days.
 */
export async function hammerMonth(
  site: Site,
  wanted: Wanted,
  former: Former | null,
): Promise<Report> {
  const { seed, count: days } = wanted;
  const { server, inbox, proxy } = site;
  const upgradeOn = Math.floor(days / 2);
  const faults = new Tally();
  const crashes = new Tally();
  const findings: Finding[] = [];
  const found = (fault: string, subject: string, why: string) =>
    findings.push({ fault, subject, why });
  let submissions = 0;
  let day = 0;

  const at = (clock: string) =>
    moveTo(server, dayAfter(FIRST_DAY, day), clock, day < upgradeOn ? former?.root : undefined);
  await at('07:30');

  /** A device's surroundings: its release is the former one until it updates. */
  function worldOf(name: string): World {
    const updatesOn = upgradeOn + between(randomOf(seed, name, 'update'), 0, DAYS_TO_UPDATE);
    return {
      ...{ seed, server, proxy, faults, crashes, beginning: Date.now() },
      get core(): Core {
        return former && day < updatesOn ? former.core : wanted.core;
      },
    };
  }

  const user = await makeAdministrator(server, `first.s${seed}@example.com`);
  const calls = new OfficeCalls(server, user);
  const members = await storeMembers(server, MEMBERS, `of month ${seed}`);
  const served = await layIn('Served');
  const answering = await layIn('Answering');
  function layIn(kind: keyof typeof REGULARS): Promise<Regular[]> {
    return storeRegulars(server, calls, { kind, count: REGULARS[kind], seed, members });
  }

  const ledger = new Map<string, Job>();
  /** Every job that the office gives to the crew, and those of them that it may change today. */
  const jobs: Job[] = [];
  const open: Job[] = [];
  async function listToday(): Promise<void> {
    await server.query('select private.make_due_visits(1000)');
    await listJobs(server, 'Served', ledger);
    jobs.splice(0, jobs.length, ...ledger.values());
    const today = dayAfter(FIRST_DAY, day);
    open.splice(0, open.length, ...jobs.filter(({ state }) => state.day >= today));
  }
  await listToday();

  const cleaners = members.map(
    (person, place) =>
      new Cleaner({
        world: worldOf(`m${place}`),
        name: `m${place}.s${seed}`,
        ...{ person, jobs },
        isListed: ({ name }) => name.startsWith('Served '),
      }),
  );
  const crewOffice = new CrewOffice({
    ...{ server, user, members, phones: cleaners },
    ...{ jobs: open, allJobs: jobs },
  });
  for (const cleaner of cleaners) {
    cleaner.device.network.isCalm = true;
    await cleaner.register(crewOffice);
    cleaner.device.network.isCalm = false;
    cleaner.device.closeTab();
  }

  const second = await makeAdministrator(server, `second.s${seed}@example.com`);
  const machine = new Device(worldOf('office'), `o0.s${seed}`, second);
  const bookings = answering.map(({ booking }) => booking);
  const office = new Office(
    worldOf('office'),
    new Desk(worldOf('office'), machine, second, []),
    bookings,
  );
  const customers = bookings.map((booking, place) => {
    const world = worldOf(`c${place}`);
    const device = new Device(world, `c${place}.s${seed}`);
    device.network.mint(booking.id);
    return { device, person: new Customer(world, device, [booking]) };
  });
  for (const { device, person } of customers) {
    device.network.isCalm = true;
    await person.open();
    device.network.isCalm = false;
    device.closeTab();
  }
  machine.network.isCalm = true;
  while (!(await office.refresh())) await server.whenUp();
  machine.network.isCalm = false;
  machine.closeTab();
  const answerers = [...customers, { device: machine, person: office }];
  const devices = [
    ...cleaners.map(({ device }) => device),
    ...answerers.map(({ device }) => device),
  ];

  for (; day < days; day++) {
    console.error(`Day ${day + 1} of ${days}, ${findings.length} findings`);
    if (day > 0) {
      await at('07:30');
      await listToday();
      await passNight(randomOf(seed, 'night', day));
    }
    await workToday(randomOf(seed, 'day', day));
    for (const device of devices) await device.backgroundDone();
    await at('18:30');
    await server.query('select private.add_reminders(1000)');
    findings.push(...(await findUnreminded(server)));
    await at('18:50');
    await sendDueMails(server);
    await comeHome(randomOf(seed, 'evening', day));
    for (const device of devices) await device.backgroundDone();
  }
  day--;
  await settleAll();
  await judgeAll();
  for (const device of devices) await device.dispose();
  return {
    amount: submissions,
    work: `${days} days of ${served.length + answering.length} regular customers, ${submissions} submissions, ${answers().length} answers, ${reports().length} reports`,
    ...{ faults, crashes, kills: server.killedAt.length, kinds: MONTH_FAULTS, findings },
    remarks: [
      `${jobs.length} jobs on phones`,
      `${inbox.taken.size} mails`,
      former ? `upgraded after ${upgradeOn} days` : 'no upgrade',
    ],
  };

  function answers() {
    return answerers.flatMap(({ person }) => person.side.answers);
  }

  function reports() {
    return cleaners.flatMap(({ account }) => account.reports);
  }

  /** The clocks go on; most phones' are set right by their network. */
  async function passNight(random: Random): Promise<void> {
    for (const cleaner of cleaners) await cleaner.sleep(nightOf(cleaner.device, random));
    for (const { device } of answerers) device.moveClock(nightOf(device, random));
  }

  function nightOf(device: Device, random: Random): number {
    if (!chance(random, 0.8)) return NIGHT_MS;
    device.closeTab();
    return Date.now() - device.now();
  }

  async function workToday(random: Random): Promise<void> {
    const acting = [...customers]
      .map((one) => ({ one, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, CUSTOMERS_A_DAY)
      .map(({ one }) => one);
    const killing = chance(random, 0.3)
      ? sleep(between(random, 100, 4000)).then(() => server.kill())
      : null;
    const [visitors] = await Promise.all([
      hammer(site, {
        ...wanted,
        seed: seed * 1000 + day,
        count: SUBMISSIONS_A_DAY,
        beginning: Date.now(),
      }),
      changeJobs(random),
      sideBySide(cleaners, AT_ONCE, (cleaner) =>
        liveOn(cleaner.device, (own) =>
          chance(own, 0.4) ? cleaner.report(own) : cleaner.live(own, crewOffice),
        ),
      ),
      sideBySide([...acting, { device: machine, person: office }], AT_ONCE, ({ device, person }) =>
        liveOn(device, (own) => (chance(own, 0.5) ? person.answer(own) : person.live(own))),
      ),
      killing,
    ]);
    submissions += visitors.amount;
    findings.push(...visitors.findings);
    for (const [what, times] of visitors.faults.counts) faults.add(what, times);
    for (const [what, times] of visitors.crashes.counts) crashes.add(what, times);
  }

  async function changeJobs(random: Random): Promise<void> {
    for (let acts = 0; acts < OFFICE_ACTS_A_DAY && open.length > 0; acts++) {
      await crewOffice.act(random);
      await sleep(between(random, 0, 300));
    }
  }

  /** Runs a person's day on their device. */
  async function liveOn(device: Device, act: (random: Random) => Promise<void>): Promise<void> {
    const rounds = between(randomOf(seed, device.name, 'rounds', day), ROUNDS.least, ROUNDS.most);
    for (let round = 0; round < rounds; round++)
      await onDevice(
        () => device.isOnLine,
        () => act(randomOf(seed, device.name, 'round', day, round)),
      );
  }

  /** Most phones meet a good network in the evening; then each has its person's jobs and no other. */
  async function comeHome(random: Random): Promise<void> {
    const home = cleaners.filter(() => chance(random, 0.85));
    for (const cleaner of home) {
      const { device, person } = cleaner;
      const shown = await onDevice(
        () => device.isOnLine,
        () => cleaner.comeHome(crewOffice),
      );
      const due = await jobsOf(server, person);
      const texts = (all: readonly object[]) =>
        all
          .map((one) => JSON.stringify(one))
          .sort()
          .join('\n');
      const named = shown.map(
        ({ job, name, day: jobDay, time_slot, access, instructions }) =>
          ({ job, name, day: jobDay, time_slot, access, instructions }) as const,
      );
      if (texts(named) !== texts(due))
        found(
          'foreign job',
          device.name,
          `on ${dayAfter(FIRST_DAY, day)} it shows ${texts(named)}, and not ${texts(due)}`,
        );
    }
  }

  async function settleAll(): Promise<void> {
    await sideBySide(cleaners, AT_ONCE, (cleaner) =>
      onDevice(
        () => cleaner.device.isOnLine,
        () => cleaner.settle(),
      ),
    );
    const settle = async (ones: typeof answerers) => {
      await sideBySide(ones, AT_ONCE, ({ device, person }) =>
        onDevice(
          () => device.isOnLine,
          () => person.settle(),
        ),
      );
    };
    await settle(answerers);
    await sendDueMails(server);
    await sideBySide(answerers, AT_ONCE, ({ device, person }) =>
      onDevice(
        () => device.isOnLine,
        async () => {
          while (!(await person.refresh())) await server.whenUp();
        },
      ),
    );
  }

  async function judgeAll(): Promise<void> {
    const stored = await readStored(server, crewOffice, jobs);
    findings.push(
      ...judgeReports(
        cleaners.map(({ account }) => account),
        stored,
      ),
    );
    findings.push(...(await judgeMails(server, inbox, Object.keys(REGULARS))));
    await judgeServed();
    const answered = await readAnswered(server, bookings);
    for (const [place, { booking, answers: begun }] of answering.entries()) {
      const { person } = customers[place] ?? {};
      if (!person) continue;
      const own: Side = {
        ...office.side,
        answers: [
          ...begun,
          ...office.side.answers.filter(
            ({ ids }) => office.owners.get(ids[0] ?? '') === booking.id,
          ),
        ],
        waiting: [],
      };
      findings.push(...judgeAnswers([booking], [person.side, own], answered));
    }
    for (const id of office.side.waiting) found('stuck', machine.name, `${id} still waits`);
  }

  /** Compares the visits that are there with the series' rules and the office's deletions. */
  async function judgeServed(): Promise<void> {
    const all = served.map(({ booking }) => booking);
    const read = await readAnswered(server, all);
    const gone = new Set(jobs.filter(({ mayBeGone }) => mayBeGone).map(({ id }) => id));
    for (const id of gone)
      if (read.rows.has(id)) found('revived', id, `${id} was deleted, and is there`);
    for (const booking of all) {
      if (gone.has(booking.id)) continue;
      const due = new Set(
        modelSeries(booking, {
          ...read,
          events: read.events.filter(
            ({ booking_id: id }) => id === booking.id || read.rows.get(id)?.series === booking.id,
          ),
        }).map(({ id }) => id),
      );
      const visits = [...read.rows.values()].filter(({ series }) => series === booking.id);
      for (const id of due)
        if (!gone.has(id) && !read.rows.has(id))
          found('lost', booking.id, `there is no visit ${id}`);
      for (const { id } of visits)
        if (!due.has(id)) found('twice', booking.id, `nobody asked for the visit ${id}`);
    }
  }
}
