/** Why a request is to be repeated. `not-our-server`: something answered, but not our server (a sign-in page, a proxy). */
export type RetryReason = 'offline' | 'not-our-server' | 'server' | 'rate-limited';

/**
 * Why an entry on this device is tried again later. `in-progress`: another caller is at it, and may not finish. `device`: this device
 * failed at it, as with a file that it could not read.
 */
export type WaitReason = RetryReason | 'in-progress' | 'device';

/** The cause of a submission's wait. `device`: this device failed at it. */
export type WaitCause = RetryReason | 'device';

/** The cause of the wait of an administrator's change. `signed-out`: it is sent when they sign in again. */
export type ChangeWaitCause = WaitCause | 'signed-out';

/** Why the server said no for good. `refused` is any definite no that has no name of its own. */
export type RejectedReason =
  'invalid' | 'forbidden' | 'position-gone' | 'file-missing' | 'file-refused' | 'refused';

/** Why a waiting submission needs its sender: a refusal, a booking day that passed, or a file no longer on the device. */
export type AttentionReason = RejectedReason | 'date-passed' | 'file-lost';
