import type { Mutations } from '../outbox/mutation.ts';
import { addition, type AdditionReceipt } from './addition.ts';
import type { AdminMutation } from './admin-mutation.ts';
import { bookingSetting, type BookingSettingReceipt } from './booking-setting.ts';
import { deletion, type DeletionReceipt } from './deletion.ts';
import { officeAnswer, type OfficeAnswerReceipt } from './office-answer.ts';
import { withdrawal } from './withdrawal.ts';

/** Everything that administrators send, by the kind of its entries. */
export const ADMIN_MUTATIONS: Mutations<AdminMutation> = {
  'office-answer': officeAnswer,
  'booking-setting': bookingSetting,
  addition,
  deletion,
  withdrawal,
};

/** The receipts whose decisions screens announce. */
export type AnnouncedReceipt =
  OfficeAnswerReceipt | BookingSettingReceipt | AdditionReceipt | DeletionReceipt;
