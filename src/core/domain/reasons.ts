/**
 * Why a request is retried. `no-answer`: it took its whole time, which does not say whether the
 * connection or the server failed. `not-our-server`: the answer was a sign-in page's or a proxy's.
 * `too-large`: a proxy does not let a request of this size through.
 */
export type RetryReason =
  'offline' | 'no-answer' | 'not-our-server' | 'too-large' | 'server' | 'rate-limited';

/**
 * Why an entry on this device is retried later. `in-progress`: another caller is sending the alert,
 * and may fail. `device`: this device failed, such as at reading a file.
 */
export type WaitReason = RetryReason | 'in-progress' | 'device';

/** The cause of a visitor's wait, who needs no session. `device`: this device failed. */
export type VisitorWaitCause = RetryReason | 'device';

/** The cause of any wait. `signed-out`: the entry is sent when its administrator signs in again. */
export type WaitCause = VisitorWaitCause | 'signed-out';

/** Why the server refused for good. `refused`: any refusal without a name of its own. */
export type RejectedReason =
  'invalid' | 'forbidden' | 'position-gone' | 'file-missing' | 'file-refused' | 'refused';

/**
 * Why the server did not add an answer to a booking. `changed`: the booking has another state than
 * the answer expects. `gone`: it does not exist. `too-early`: it is completed before its day.
 * `too-late`: the day has begun, or has passed.
 */
export type AnswerRefusal = 'changed' | 'gone' | 'too-early' | 'too-late';

/** Why the server did not set a booking's column: it has another value than expected, or does not exist. */
export type SettingRefusal = Extract<AnswerRefusal, 'changed' | 'gone'>;

/**
 * Why an entry needs its sender: a refusal, a booking whose day or time passed, a file that is no longer
 * on the device or of no use there, or a network that again and again lets no request of this size through.
 */
export type AttentionReason =
  RejectedReason | AnswerRefusal | 'date-passed' | 'time-passed' | 'file-lost' | 'upload-blocked';
