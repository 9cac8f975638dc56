import { rightTime, type CrewJob, type CrewReport } from '../../../src/core/domain/crew-sheet.ts';
import {
  readCrewPage,
  type CrewPage,
  type ShownReport,
} from '../../../src/core/waiting/crew-page.ts';
import {
  createCrewReport,
  isSameReport,
  storeReport,
  type CrewReportEntry,
} from '../../../src/core/mutations/crew-report.ts';
import type { Fresh } from '../../../src/core/outbox/entry.ts';
import { WAITS } from '../../../src/core/outbox/waits.ts';
import { registerPhone } from '../../../src/core/replica/register-phone.ts';
import { draftKeyOf, saveDraft } from '../../../src/core/store/crew-store.ts';
import type { CrewRow, ReportedJob } from '../../../src/core/store/device-schema.ts';
import { tryAgainAs } from '../../../src/runtime/page-outbox/try-again.ts';
import type { Actor } from '../actor.ts';
import { countPictures } from '../bookings.ts';
import { Changes } from '../changes.ts';
import { Device } from '../device.ts';
import { findForeignJobs, findLies, findRemains, type Phone } from '../findings/reports.ts';
import { flushing, liveOn } from '../happenings.ts';
import { Ledger, type Report } from '../ledger.ts';
import type { Page } from '../page.ts';
import { between, chance, pick, type Random } from '../random.ts';
import type { World } from '../world.ts';
import { now, takePhoto, type Job, type Member, type Span } from './jobs.ts';
import { CREW, crewBackend, dump, forgetIn, pullIn } from './phone-part.ts';
import { readingAt, surelyStands, type Reading } from './sheet-end.ts';

const HOUR = 60 * 60_000;

const REPORTS_A_ROUND = 0.35;

/** The office, which gives codes for the phones of the crew. */
interface CodeOffice {
  /** A new code of a person, in place of the open one. */
  codeFor: (person: Member) => Promise<string>;
  /** Whether a code is the newest of its person. */
  isNewest: (person: Member, code: string) => boolean;
}

interface CleanerFacts {
  world: World;
  name: string;
  person: Member;
  jobs: readonly Job[];
  office: CodeOffice;
  isListed?: Phone['isListed'];
}

/** A person of the crew with a phone, who believes every statement of its page. */
export class Cleaner implements Actor, Phone {
  readonly name: string;
  readonly person: Member;
  readonly jobs: readonly Job[];
  readonly isListed: Phone['isListed'];
  readonly endings: Span[] = [];
  readonly device: Device;
  readonly statements: Ledger;
  contactAt = 0;
  contactOn = 0;
  readonly #world: World;
  readonly #office: CodeOffice;
  readonly #changes: Changes;
  /** Readings that may have been stored, the newest stored one first. */
  #readings: Reading[] = [];
  /** The reading that is surely stored. */
  #kept: Reading | null = null;
  /** The reports whose form is open, because they could not be stored. */
  readonly #open: { report: Report; page: Page }[] = [];
  #typed = 0;
  /** When the registration of the present key began. */
  #keyFrom = 0;

  constructor({ world, name, person, jobs, office, isListed = () => true }: CleanerFacts) {
    this.name = name;
    this.person = person;
    this.jobs = jobs;
    this.isListed = isListed;
    this.#world = world;
    this.#office = office;
    this.device = new Device(world, name, null, CREW);
    this.statements = new Ledger(name);
    this.#changes = new Changes({
      device: this.device,
      ledger: this.statements,
      storingOf: ({ db }) => ({
        store: (fresh) => storeReport(db, fresh as Fresh<CrewReportEntry>),
        patienceMs: WAITS.store,
      }),
    });
  }

  open = (): Promise<void> => this.device.calmly(() => this.#register());

  act(random: Random): Promise<void> {
    return chance(random, REPORTS_A_ROUND) ? this.#report(random) : this.#live(random);
  }

  /** Types a code of the office. */
  async #register(): Promise<void> {
    const code = await this.#office.codeFor(this.person);
    const { tab } = this.device;
    const outcome = await tab.run(() =>
      registerPhone(tab.db, crewBackend(this.#world, this.device, tab), {
        code,
        device: this.name,
      }),
    );
    // Another phone of the person may have a newer code.
    if (outcome === 'wrong' && this.#office.isNewest(this.person, code))
      this.statements.find('false statement', 'the code was called wrong');
    if (outcome === 'registered') await this.#pull();
  }

  /** Replaces the sheet by the server's. */
  #pull(): Promise<void> {
    return this.#pullIn(this.device.tab);
  }

  async #pullIn(tab: Page): Promise<void> {
    const { device } = this;
    const [begun, begunOn] = [now(), Date.now()];
    const wasAlone = device.isAlone;
    const reading = readingAt(device.now(), Date.now());
    this.#readings.push(reading);
    const pull = await pullIn(this.#world, device, tab);
    if (pull && pull.outcome !== 'stored')
      this.#readings = this.#readings.filter((other) => other !== reading);
    if (pull?.outcome !== 'stored') return;
    if (begun > this.contactAt) [this.contactAt, this.contactOn] = [begun, begunOn];
    this.#kept = wasAlone && device.isAlone ? reading : null;
    this.#noteClock();
  }

  /** Forgets everything that has ended, as the page does every half minute, and the worker at each wake-up. */
  async #tick(): Promise<void> {
    const { device } = this;
    await device.backgroundDone();
    this.#noteClock();
    const { tab } = device;
    if (!(await forgetIn(this.#world, device, tab))) return;
    const rows = await dump(tab);
    if (!rows) return;
    const remains = findRemains(rows, this.#readings, device.now());
    for (const why of remains) this.statements.find('after its end', why);
    const sheet = (rows['crew'] as CrewRow[]).find(({ key }) => key === 'sheet');
    if (!sheet) this.#readings = [];
    if (!sheet && this.#kept && !this.#isEndedSince(0))
      this.statements.find('lost', `the sheet of ${this.#kept.askedAt} is gone before its end`);
    if (!sheet) this.#kept = null;
  }

  /** Reads the page, and believes every statement. */
  async #look(): Promise<{ tab: Page; page: CrewPage }> {
    const ids = this.statements.reports.map(({ id }) => id);
    const begun = now();
    const before = await countPictures(this.#world.server, ids);
    const { contactAt: from, contactOn } = this;
    const { tab, page, rows } = await this.device.surely(async (tab) => {
      const page = await readCrewPage(tab.db, tab.outbox.queue, this.device.now(), async () => ({
        now: this.device.now(),
        isFlushing: true,
      }));
      return { tab, page, rows: await dump(tab) };
    });
    const after = await countPictures(this.#world.server, ids);
    const span = { from: begun, until: now() };
    for (const report of page.reports)
      for (const why of findLies(this, report, { tab, before, after, span }))
        this.statements.find('false statement', why);
    if (rows)
      for (const { fault, why } of findForeignJobs(this, rows, {
        ...{ from, contactOn, until: now() },
      }))
        this.statements.find(fault, why);
    await this.#changes.follow();
    return { tab, page };
  }

  /** Reports on a job that the page shows, or sends again a report whose form is open. */
  async #report(random: Random): Promise<void> {
    const { device } = this;
    const open = this.#open.pop();
    if (open?.page === device.tab) return this.#send(open.report, random);
    const { page } = await this.#look();
    if (!page.sheet || page.sheet.jobs.length === 0) return;
    const shown = pick(random, page.sheet.jobs);
    const job = this.jobs.find((one) => one.job === shown.job);
    if (!job) return;
    const mark = `${this.name}.r${this.#typed++}.s${this.#world.seed}`;
    const kind = pick(random, ['done', 'done', 'locked-out', 'noted'] as const);
    const photos = Array.from({ length: pick(random, [0, 0, 1, 2, 6]) }, (_, place) =>
      takePhoto(`${mark}.${place}.`),
    );
    await this.#send(this.#fill({ job, shown, kind, mark, photos, page }), random);
  }

  async #live(random: Random): Promise<void> {
    const { device } = this;
    const push = async () => device.inBackground((tab) => this.#renewIn(tab));
    await liveOn(this.#world, device, random, {
      look: [3, () => this.#lookAndRegister()],
      pull: [
        6,
        async () => {
          // A push wakes the worker while its person opens the page.
          if (chance(random, 0.3)) await push();
          await this.#pull();
        },
      ],
      push: [3, push],
      tick: [3, () => this.#tick()],
      retry: [2, () => this.#retry(random)],
      undo: [2, () => this.#undo(random)],
      draft: [1, () => this.#draft(random)],
      flush: [3, flushing(device, random)],
      away: [1.5, () => this.#beAway(random)],
    });
    this.#noteClock();
  }

  /** After the faults: sends everything, discards refused reports, and reads the sheet once more. */
  async settle(): Promise<void> {
    const { device } = this;
    await device.settle(async () => {
      await this.#pull();
      const { page } = await this.#look();
      for (const { id, attention } of page.reports) if (attention) await this.#remove(id);
      return { isAllSent: (await this.device.readWaiting()).length === 0 };
    });
    await device.backgroundDone();
    const { server } = this.#world;
    for (let { kills } = server, isRead = false; !isRead; { kills } = server) {
      await server.whenUp();
      await this.#tick();
      await this.#pull();
      isRead = kills === server.kills;
    }
    await this.#look();
    this.statements.waiting = await this.device.readWaiting();
  }

  /** Lets time pass while nobody opens the phone's page; its worker wakes after it. */
  async sleep(ms: number): Promise<void> {
    this.device.moveClock(ms);
    this.#noteClock();
    return this.#tick();
  }

  /** Ends the faults for an evening. Returns the jobs on the phone: as its page, which was just read again, has them. */
  async comeHome(): Promise<CrewJob[]> {
    const { network } = this.device;
    await this.settle();
    await this.#lookAndRegister();
    await this.#pull();
    const { page } = await this.#look();
    network.isCalm = false;
    return [...(page.sheet?.jobs ?? [])];
  }

  /** Whether the office may have ended a key since. */
  #isEndedSince = (from: number): boolean => this.endings.some(({ until }) => until >= from);

  #noteClock(): void {
    if (this.#kept && !surelyStands(this.#kept, this.device.now())) this.#kept = null;
  }

  async #renewIn(tab: Page): Promise<void> {
    await forgetIn(this.#world, this.device, tab);
    await this.#pullIn(tab);
  }

  async #lookAndRegister(): Promise<void> {
    const { page } = await this.#look();
    if (!page.device) this.#keyFrom = now();
    if (page.device?.name == null) await this.#register();
  }

  #fill({
    job,
    shown,
    kind,
    mark,
    photos,
    page,
  }: {
    job: Job;
    shown: CrewJob;
    kind: CrewReport;
    mark: string;
    photos: Report['photos'];
    page: CrewPage;
  }): Report {
    const { sheet } = page;
    if (!sheet) throw new Error('The page shows no sheet');
    const { readAt, endsAt } = sheet;
    const clock = this.device.now();
    const about = { job: shown.job, day: shown.day, time_slot: shown.time_slot, readAt, endsAt };
    const written = {
      ...{ about, report: kind, text: mark, photos: photos.map(({ bytes }) => bytes) },
      madeAt: rightTime(sheet, clock),
    };
    const fresh = createCrewReport(written, clock);
    return {
      ...{ id: fresh.entry.id, kind: 'report', ids: [job.id], fate: 'waiting', isRefusable: true },
      ...{ kept: null, job, mark, photos, written, fresh, madeAt: now() },
      ...{ keyFrom: this.#keyFrom, isFromMemory: false, isUndone: false },
    };
  }

  async #send(report: Report, random: Random): Promise<void> {
    const { tab, network } = this.device;
    network.mint(report.id);
    const outcome = await this.#changes.send(report, report.fresh, random);
    report.isFromMemory ||= tab.fromMemory.has(report.id);
    report.kept = null;
    if (outcome?.outcome !== 'not-stored' || tab.isDead) return;
    const fresh = outcome.fresh as Fresh<CrewReportEntry> | null;
    this.#open.push({ report: this.#again(report, fresh), page: tab });
  }

  /** The report that the form hands in with its next submit. */
  #again(report: Report, kept: Fresh<CrewReportEntry> | null): Report {
    const unstored = new Map(kept ? [[kept.entry.id, kept]] : []);
    const made = createCrewReport(report.written, this.device.now());
    const fresh = tryAgainAs(unstored, made, isSameReport);
    if (fresh.entry.id === report.id) return Object.assign(report, { fresh });
    return { ...report, id: fresh.entry.id, fate: 'waiting', kept: null, fresh };
  }

  #own = ({ reports }: CrewPage): ShownReport[] =>
    reports.filter(({ state }) => state === 'waiting' || state === 'attention');

  async #retry(random: Random): Promise<void> {
    const waiting = this.#own((await this.#look()).page);
    if (waiting.length === 0) return;
    const { id } = pick(random, waiting);
    const { tab } = this.device;
    await tab.run(() => tab.outbox.retry(id));
  }

  /** Takes a report back; its text becomes a draft. */
  async #undo(random: Random): Promise<void> {
    const { page } = await this.#look();
    const waiting = this.#own(page).filter(({ canUndo }) => canUndo);
    if (waiting.length === 0) return;
    const shown = pick(random, waiting);
    const change = this.#changes.of(shown.id);
    if (!change) return;
    (change as Report).isUndone = true;
    await this.#changes.undo(change, shown.mayHaveArrived);
    if (shown.mayHaveArrived && change.fate === 'taken-back') change.fate = 'unsure';
    await this.#keepDraft(shown.about, shown.report, shown.text ?? '');
    await this.#look();
  }

  async #draft(random: Random): Promise<void> {
    const { page } = await this.#look();
    if (!page.sheet || page.sheet.jobs.length === 0) return;
    const { job, day, time_slot } = pick(random, page.sheet.jobs);
    const { readAt, endsAt } = page.sheet;
    await this.#keepDraft({ job, day, time_slot, readAt, endsAt }, 'noted', 'The boiler leaks');
  }

  async #keepDraft(about: ReportedJob, report: CrewReport, text: string): Promise<void> {
    const { tab } = this.device;
    await tab.run(() => saveDraft(tab.db, { key: draftKeyOf(about.job), about, report, text }));
  }

  /** The phone is off for up to two days; then its worker wakes, or its page opens. */
  async #beAway(random: Random): Promise<void> {
    const { device } = this;
    device.closeTab();
    device.network.isOffline = chance(random, 0.7);
    await device.passTime(between(random, 8, 48) * HOUR);
    this.#noteClock();
    return this.#tick();
  }

  async #remove(id: string): Promise<void> {
    const { tab } = this.device;
    const change = this.#changes.of(id);
    if (change) (change as Report).isUndone = true;
    if (change) await this.#changes.undo(change, true);
    else await tab.run(() => tab.outbox.undo(id, true));
  }
}
