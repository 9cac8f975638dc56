import { useEffect, useRef, useState, type FormEvent } from 'react';
import { type CrewReport, MOST_PHOTOS, REPORT_TEXT } from '../core/domain/crew-sheet.ts';
import { reportFault } from '../core/mutations/crew-report.ts';
import { mayHaveRecord } from '../core/outbox/entry.ts';
import { visitorCause } from '../core/outbox/wait-cause.ts';
import type { ReportedJob } from '../core/store/device-schema.ts';
import { keepDraft, sendReport } from '../runtime/crew-outbox.ts';
import { buttonClass } from '../ui/button.ts';
import { CharacterCount, TextareaField } from '../ui/fields.tsx';
import { useUnsavedLock } from '../ui/use-unsaved-lock.ts';
import { notStoredText, photosText, REFUSED_TEXT, REPORT_NAMES } from './crew-texts.ts';
import { PhotoField } from './photo-field.tsx';

interface ReportFormProps {
  about: ReportedJob;
  report: CrewReport;
  /** The text that was typed before. */
  draft: string;
  /** The right time, in ms since 1970. */
  timeOf: () => number;
  /** Called when it is stored or sent, and when its person closes it. */
  onClosed: (isSent: boolean) => void;
}

const LABELS: Record<CrewReport, string> = {
  done: 'Anything the office should know? (optional)',
  'locked-out': 'What happened? (optional)',
  noted: 'Your note',
};

const FAULTS = {
  missing: 'Type a note first.',
  'too-long': `At most ${REPORT_TEXT.max} characters and ${REPORT_TEXT.lines} lines, please.`,
};

const PAUSE_MS = 400;

/** A report's text and photographs. The text survives a reload; photographs are stored with the sent report. */
export function ReportForm({ about, report, draft, timeOf, onClosed }: ReportFormProps) {
  const { job } = about;
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(draft);
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<keyof typeof FAULTS | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isSent = useRef(false);
  useUnsavedLock(text !== '' || photos.length > 0);

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, []);

  const latest = useRef({ about, report, text });
  useEffect(() => {
    latest.current = { about, report, text };
  });
  useEffect(() => {
    if (text === draft) return;
    const timer = setTimeout(() => void keepDraft(latest.current), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, draft]);
  useEffect(() => {
    const keep = () => {
      if (!isSent.current) void keepDraft(latest.current);
    };
    // Before the next document is fetched: a page that is being replaced may write no more.
    addEventListener('beforeunload', keep);
    addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keep);
    return () => {
      removeEventListener('beforeunload', keep);
      removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keep);
    };
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const found = reportFault(report, text);
    setFault(found);
    setFailure(null);
    if (found) return form.current?.querySelector('textarea')?.focus();
    setBusy(true);
    const bytes = await Promise.all(photos.map((photo) => photo.arrayBuffer())).catch(() => null);
    if (!bytes) {
      setBusy(false);
      return setFailure('A photograph could not be read. Remove it and choose it again.');
    }
    const close = () => {
      if (isSent.current) return;
      isSent.current = true;
      onClosed(true);
    };
    const outcome = await sendReport(
      { about, report, text, photos: bytes, madeAt: timeOf() },
      close,
    );
    if (outcome.outcome === 'not-stored') {
      const { fresh } = outcome;
      const mayHaveArrived = fresh !== null && mayHaveRecord(fresh.entry);
      setFailure(notStoredText(visitorCause(outcome.cause), mayHaveArrived));
    } else if (outcome.outcome === 'refused' && outcome.fresh !== undefined) {
      // It was sent from memory, so no list shows it.
      setFailure(REFUSED_TEXT);
    } else return close();
    setBusy(false);
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={REPORT_NAMES[report]}
      className="grid scroll-mb-4 gap-4 rounded-2xl border border-line bg-ground p-4"
      onSubmit={(event) => void submit(event)}
    >
      <TextareaField
        id={`text-${job}`}
        label={LABELS[report]}
        hint={<CharacterCount text={text} max={REPORT_TEXT.max} />}
        error={fault ? FAULTS[fault] : undefined}
        value={text}
        onChange={({ target }) => setText(target.value)}
        required={report === 'noted'}
      />
      <PhotoField
        id={`photos-${job}`}
        photos={photos}
        onChange={(next) => setPhotos(next.slice(0, MOST_PHOTOS))}
      />
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {failure}
      </p>
      <div className="grid gap-2.5 min-[22rem]:grid-cols-[1fr_auto]">
        <button type="submit" aria-disabled={isBusy} className={buttonClass('primary')}>
          <span>
            {isBusy
              ? 'Saving…'
              : `Send “${REPORT_NAMES[report]}”${photos.length > 0 ? `, ${photosText(photos.length)}` : ''}`}
          </span>
        </button>
        <button
          type="button"
          className={buttonClass('secondary')}
          onClick={() => {
            void keepDraft(latest.current);
            onClosed(false);
          }}
        >
          Close
        </button>
      </div>
    </form>
  );
}
