import type { OutgoingRecord } from './backend.ts';

/** The row as the database takes it: the columns a visitor may write, and no others. */
export function toRow(record: OutgoingRecord): Record<string, string | null> {
  const { id } = record;
  switch (record.kind) {
    case 'booking':
      return { id, ...record.values };
    case 'contact':
      return { id, ...record.values };
    case 'job_application': {
      const { career_id, name, phone, email, cover_letter } = record.values;
      return { id, career_id, name, phone, email, cover_letter, resume_path: record.filePath, resume_url: record.filePath };
    }
  }
}

/** The body of `send-form-email`: absent texts are empty strings. */
export function toAlert(record: OutgoingRecord) {
  const { id, kind } = record;
  switch (record.kind) {
    case 'booking':
      return { type: kind, data: { id, ...record.values, notes: record.values.notes ?? '' } };
    case 'contact':
      return { type: kind, data: { id, ...record.values } };
    case 'job_application': {
      const { name, phone, email, job_title, cover_letter } = record.values;
      const data = { id, name, phone, email, job_title, resume_path: record.filePath, cover_letter: cover_letter ?? '' };
      return { type: kind, data };
    }
  }
}
