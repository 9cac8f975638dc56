import type { ProjectApi } from '../_shared/project-api.ts';
import { readText } from '../_shared/read-text.ts';
import { parseEvent } from './parse-event.ts';
import type { IsSigned } from './signature.ts';

const MAX_BYTES = 64 * 1024;

const answer = (status: number, body: Record<string, string>) => Response.json(body, { status });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The database function that stores an event, with its arguments. */
const callFor = (
  report: NonNullable<ReturnType<typeof parseEvent>>,
): Parameters<ProjectApi['call']> =>
  'receiptId' in report
    ? [
        'suppress_receipts',
        {
          _receipt_id: report.receiptId,
          _undelivered: report.undelivered,
          _unwanted: report.isUnwanted,
        },
      ]
    : [
        'bounce_alert',
        { _alert_id: report.alertId, _bounces: report.bounces, _reason: report.reason },
      ];

/**
 * Answers the mail provider's webhook. 200: the failed mail is marked, or the receipt's address is
 * blocked, or the event needs nothing; 401 for a wrong signature, 413 above 64 KB, 502 without the
 * database, so that the provider sends the event again.
 */
export function createHandler(
  project: ProjectApi,
  isSigned: IsSigned,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return answer(405, { error: 'Use POST.' });
    const text = await readText(request, MAX_BYTES);
    if (text === undefined) return answer(413, { error: 'The event is longer than 64 KB.' });
    if (!isSigned(request.headers, text)) return answer(401, { error: 'The signature is wrong.' });
    const report = parseEvent(parse(text));
    if (report === undefined) return answer(200, { status: 'nothing to do' });
    try {
      const isNews = await project.call(...callFor(report));
      return answer(200, { status: isNews === true ? 'marked' : 'nothing to do' });
    } catch (error) {
      console.error('A bounce was not recorded.', error);
      return answer(502, {
        error: 'The database could not be asked. Please send the event again.',
      });
    }
  };
}
