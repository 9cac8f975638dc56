import type { AttentionReason } from '../../core/domain/reasons.ts';
import { COMPANY } from '../content/company.ts';

interface AttentionText {
  what: string;
  /** The remedy on this device. */
  todo: string;
}

const OR_CALL = `or call us on ${COMPANY.phone}`;

const TEXTS: Record<AttentionReason, AttentionText> = {
  invalid: {
    what: 'Our server did not accept some of the details.',
    todo: `Edit it, check every field and send it again, ${OR_CALL}.`,
  },
  forbidden: {
    what: 'Our server did not allow this request.',
    todo: `Send it once more, ${OR_CALL}.`,
  },
  'position-gone': {
    what: 'The position you applied for is no longer open.',
    todo: `Edit it and choose another position, ${OR_CALL}.`,
  },
  'file-missing': {
    what: 'Your file did not reach us.',
    todo: `Send it once more, ${OR_CALL}.`,
  },
  'file-refused': {
    what: 'Your file was not accepted. It must be a PDF, DOC or DOCX of at most 10 MB.',
    todo: `Edit it and choose another file, ${OR_CALL}.`,
  },
  'upload-blocked': {
    what: 'This network blocks uploads of this size.',
    todo: `Use another network and send it once more, or edit it and choose a smaller file, ${OR_CALL}.`,
  },
  refused: {
    what: 'Our server refused this request.',
    todo: `Send it once more, ${OR_CALL}.`,
  },
  changed: {
    what: 'The booking changed before your answer reached us.',
    todo: `Look at it as it is now and answer again, ${OR_CALL}.`,
  },
  gone: {
    what: 'We no longer have this booking.',
    todo: `Book again, ${OR_CALL}.`,
  },
  'too-early': {
    what: 'The day of the booking has not come yet.',
    todo: `Answer on the day, ${OR_CALL}.`,
  },
  'too-late': {
    what: 'The day of the booking has begun.',
    todo: `Please call us on ${COMPANY.phone}.`,
  },
  'date-passed': {
    what: 'The preferred date passed while this booking waited.',
    todo: 'Edit it and choose another day, or send it anyway and agree a day with us.',
  },
  'time-passed': {
    what: 'The preferred time passed while this booking waited.',
    todo: 'Edit it and choose another time, or send it anyway and agree a time with us.',
  },
  'file-lost': {
    what: 'The file is no longer on this device.',
    todo: `Edit it and choose the file again, ${OR_CALL}.`,
  },
};

/** Why an entry needs its sender. The worker of a later release may have another reason. */
export const attentionText = (reason: AttentionReason): AttentionText =>
  (TEXTS as Partial<Record<string, AttentionText>>)[reason] ?? TEXTS.refused;
