import type { AttentionReason } from '../core/domain/reasons.ts';
import type { Receipt } from '../core/store/rows.ts';

export type Alert = Receipt['alert'];

export type SubmitResult =
  /** The record is stored. `alert` tells later whether the office got its e-mail. */
  | { outcome: 'sent'; id: string; reference: string; alert: Promise<Alert> }
  /** Durable on this device; it will be sent. */
  | { outcome: 'saved'; id: string; reference: string }
  /** A definite no. Nothing is kept: the form keeps its input. */
  | { outcome: 'refused'; reason: AttentionReason; message: string }
  /** Neither stored nor sent: the form keeps its input. */
  | { outcome: 'not-stored' };
