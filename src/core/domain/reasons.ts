/** Why a request is to be repeated. `foreign`: something answered, but not our server (a sign-in page, a proxy). */
export type RetryReason = 'offline' | 'foreign' | 'server' | 'rate-limited';

/** Why the server said no for good. `refused` is any definite no that has no name of its own. */
export type RejectedReason = 'invalid' | 'forbidden' | 'position-gone' | 'file-missing' | 'file-refused' | 'refused';

/** Why a waiting submission needs its sender: a refusal, a booking day that passed, or a file no longer on the device. */
export type AttentionReason = RejectedReason | 'date-passed' | 'file-lost';
