import {
  ENTITIES,
  ENTITY_NAMES,
  type Entity,
  type EntityDescriptor,
} from '../../core/domain/entities.ts';
import type { WaitCause } from '../../core/domain/reasons.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { notStoredText } from '../send-entries.ts';
import { countText } from '../../ui/count-text.ts';
import { notify } from '../../ui/toast.ts';
import { laterText } from '../causes.ts';

export interface DeletionTexts {
  title: string;
  question: (count: number) => string;
  deleted: (count: number) => string;
  /** A refusal; the lists of the site's content use the server's words. */
  failed: (message: string) => string;
  /** A waiting deletion and the cause of its wait. */
  waiting: (count: number, cause: WaitCause | null) => string;
  /** The progress of a long deletion, and the cause of the wait for the rest. */
  progress: (gone: number, count: number, cause: WaitCause | null) => string;
}

/** Lists of submissions and postings share these texts, and so do those of the site's content. */
function textsOf({ one, many, plural, isContent, files }: EntityDescriptor): DeletionTexts {
  const item = one.toLowerCase();
  const rows = plural ?? many;
  const items = (count: number) =>
    `${countText(count)} ${count === 1 ? item : (plural?.toLowerCase() ?? `${item}s`)}`;
  const waiting = (count: number, cause: WaitCause | null) =>
    `${items(count)} will be deleted ${laterText(cause)}`;
  const progress = (gone: number, count: number, cause: WaitCause | null) =>
    `Deleting ${items(count)}: ${countText(gone)} deleted so far. ${cause ? `The rest will be deleted ${laterText(cause)}` : 'You can leave this page.'}`;
  if (isContent) {
    return {
      title: 'Are you sure?',
      question: (count) =>
        `This will permanently delete ${count} ${item}(s). This action cannot be undone.`,
      deleted: (count) => `${count} ${item}(s) deleted successfully`,
      failed: (message) => message,
      waiting,
      progress,
    };
  }
  const filesToo =
    files?.name === undefined ? '' : ` The associated ${files.name} are deleted too.`;
  return {
    title: `Delete ${rows}`,
    question: (count) =>
      `Are you sure you want to delete ${count} ${item}(s)?${filesToo} This action cannot be undone.`,
    deleted: (count) => `Deleted ${count} ${item}(s)`,
    failed: () => `Failed to delete ${rows.toLowerCase()}`,
    waiting,
    progress,
  };
}

/** Texts about deleting from each list. */
export const DELETION_TEXTS = Object.fromEntries(
  ENTITY_NAMES.map((entity) => [entity, textsOf(ENTITIES[entity])]),
) as Record<Entity, DeletionTexts>;

/** Announces the outcome of a deletion. A waiting one is shown by its list while it waits. */
export function announceDeletion(entity: Entity, count: number, result: Outcome): void {
  const { deleted, failed } = DELETION_TEXTS[entity];
  switch (result.outcome) {
    case 'done':
      return void notify.success('Success', { description: deleted(count) });
    case 'refused':
      return void notify.error('Error', { description: failed(result.attention.message) });
    case 'not-stored':
      return void notify.error('Error', { description: notStoredText(result) });
    case 'waiting':
    case 'gone':
  }
}
