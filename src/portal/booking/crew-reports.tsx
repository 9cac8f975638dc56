import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { reportedAt, type RecordedReport } from '../../core/domain/crew-reports.ts';
import type { LateReport } from '../../core/domain/crew-sheet.ts';
import { JOB_PICTURE_DAYS } from '../../core/domain/limits.ts';
import { londonClock } from '../../core/domain/london-time.ts';
import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { Icon } from '../../ui/icon.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { passFocusOn } from '../../ui/page-change.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.ts';
import { reportText } from './booking-texts.ts';
import { faultText } from '../causes.ts';
import { download } from '../../runtime/download.ts';
import { useOnScreen } from '../list/use-on-screen.ts';
import { useMinute } from '../sync/clock.ts';
import {
  extensionOf,
  keepPicture,
  useJobPictures,
  type JobPicture,
  type ReadPicture,
} from './job-pictures.ts';
import { PairDialog } from './pair-dialog.tsx';

const Lightbox = lazy(() => import('../../ui/lightbox.tsx'));

const LATE: Readonly<Record<LateReport, string>> = {
  cancelled: 'The job was cancelled before this arrived.',
  'given-away': 'The job was given to others before this arrived.',
};

/** The reports of those who went, with their texts and photographs; nothing without any. */
export function CrewReports({ booking }: { booking: ReplicaRow<'bookings'> }) {
  const { reports } = booking;
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="crew-reports" className="grid gap-1">
      <h2 id="crew-reports" className="text-xl font-bold">
        From those who went
      </h2>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface px-4 shadow-card">
        {reports.map((report) => (
          <li key={report.id} className="grid gap-2 py-3 wrap-anywhere">
            <p
              className={`font-semibold ${report.kind === 'locked-out' ? 'text-danger' : 'text-heading'}`}
            >
              <time dateTime={reportedAt(report)}>
                {reportText(report, booking.preferred_date)}
              </time>
            </p>
            <p className="text-sm font-semibold text-warning empty:hidden">
              {report.late && LATE[report.late]}
            </p>
            {report.message !== null && (
              <p dir="auto" className="max-w-prose whitespace-pre-line">
                {report.message}
              </p>
            )}
            {report.pictures ? <Photographs report={report} count={report.pictures} /> : undefined}
          </li>
        ))}
      </ul>
    </section>
  );
}

const isRead = (picture: JobPicture): picture is ReadPicture => 'file' in picture;

const DAY_MS = 24 * 60 * 60 * 1000;

interface PhotographsProps {
  report: RecordedReport;
  count: number;
}

/**
 * A report's photographs, fetched when they come on the screen, and stored nowhere on this device. The
 * server keeps those of an old report that the office has kept.
 */
function Photographs({ report, count }: PhotographsProps) {
  const { ref, onScreen } = useOnScreen<HTMLDivElement>();
  const [isSeen, setSeen] = useState(false);
  if (onScreen && !isSeen) setSeen(true);
  const isOld = useMinute() - Date.parse(report.created_at) >= JOB_PICTURE_DAYS * DAY_MS;
  const { pictures, again } = useJobPictures({ id: report.id, pictures: count }, isSeen);
  const [open, setOpen] = useState<number | null>(null);
  const [isPairing, setPairing] = useState(false);
  const shown = useMemo(() => pictures?.filter(isRead) ?? [], [pictures]);
  const files = useMemo(() => shown.map(({ file }) => file), [shown]);
  const missing = isOld ? 0 : (pictures?.filter((picture) => 'missing' in picture).length ?? 0);
  const failed = pictures?.find((picture) => 'fault' in picture);
  const by = report.by ?? 'the crew';
  return (
    <div ref={ref} className="grid gap-2">
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {pictures === null
          ? Array.from({ length: count }, (_, place) => (
              <li key={place}>
                <Skeleton className="size-24" />
              </li>
            ))
          : shown.map((picture, place) => (
              <li key={picture.place} className="grid gap-1">
                <button
                  type="button"
                  aria-label={`Photo ${place + 1} of ${by}`}
                  className="block overflow-hidden rounded-xl"
                  onClick={() => setOpen(place)}
                >
                  <LocalPicture picture={picture.file} className="size-24" />
                </button>
                <KeepButton
                  reportId={report.id}
                  picture={picture}
                  name={`photo ${place + 1} of ${by}`}
                />
              </li>
            ))}
      </ul>
      <p role="status" className="text-sm text-muted empty:hidden">
        {[missing > 0 && missingText(missing), failed && faultText(failed.fault)]
          .filter(Boolean)
          .join(' ')}
      </p>
      <p className="text-sm text-muted">
        {isOld && shown.length > 0
          ? `These are older than ${JOB_PICTURE_DAYS} days: photos that are not kept are deleted.`
          : `Photos are deleted after ${JOB_PICTURE_DAYS} days, unless they are kept.`}
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {(missing > 0 || failed) && (
          <button
            ref={passFocusOn}
            type="button"
            className={smallButtonClass('secondary')}
            onClick={() => void again()}
          >
            Try again
          </button>
        )}
        {files.length > 0 && (
          <button
            type="button"
            className={smallButtonClass('secondary')}
            onClick={() =>
              files.forEach((file, place) => download(file, nameOf(report, place, file)))
            }
          >
            {files.length === 1 ? 'Download the photo' : 'Download the photos'}
          </button>
        )}
        {files.length > 1 && (
          <button
            type="button"
            className={smallButtonClass('secondary')}
            onClick={() => setPairing(true)}
          >
            Before and after…
          </button>
        )}
      </div>
      {isPairing && <PairDialog files={files} onClose={() => setPairing(false)} />}
      {open !== null && (
        <Suspense>
          <OpenPictures
            files={files}
            alt={reportAlt(report)}
            index={open}
            onMove={setOpen}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

interface KeepButtonProps {
  reportId: string;
  picture: ReadPicture;
  name: string;
}

/** Keeps a photograph on the server; a second press lets it go again. */
function KeepButton({ reportId, picture, name }: KeepButtonProps) {
  const [changed, setChanged] = useState(picture);
  const { isKept } = changed.file === picture.file ? changed : picture;
  const [isSending, setSending] = useState(false);
  const keep = async () => {
    setSending(true);
    const fault = await keepPicture(reportId, picture.place, !isKept);
    setSending(false);
    if (fault) void notify.error('Error', { description: faultText(fault) });
    else setChanged({ ...picture, isKept: !isKept });
  };
  return (
    <button
      type="button"
      aria-pressed={isKept}
      aria-disabled={isSending}
      aria-label={`${isKept ? 'Kept' : 'Keep'}: ${name}`}
      className={`${smallButtonClass('secondary')} aria-pressed:border-brand aria-pressed:bg-tint`}
      onClick={() => void (isSending || keep())}
    >
      {isKept && <Icon name="check" className="size-4" />}
      <span>{isKept ? 'Kept' : 'Keep'}</span>
    </button>
  );
}

/** The name of a photograph's file on this device. */
const nameOf = (report: RecordedReport, place: number, file: Blob) =>
  `photo-${londonClock(Date.parse(reportedAt(report))).replaceAll(':', '')}-${place + 1}.${extensionOf(file)}`;

const missingText = (count: number) =>
  count === 1
    ? '1 photo is not here yet: the phone has not sent it.'
    : `${count} photos are not here yet: the phone has not sent them.`;

const reportAlt = ({ by, message }: RecordedReport) => message ?? `Photo of ${by ?? 'the crew'}`;

interface OpenPicturesProps {
  files: readonly Blob[];
  alt: string;
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

/** Photographs, large; their addresses end with it. */
function OpenPictures({ files, alt, ...lightbox }: OpenPicturesProps) {
  const [urls] = useState(() => files.map((file) => URL.createObjectURL(file)));
  useEffect(() => () => urls.forEach((url) => URL.revokeObjectURL(url)), [urls]);
  return <Lightbox pictures={urls.map((url) => ({ url, alt, caption: 'Photo' }))} {...lightbox} />;
}
