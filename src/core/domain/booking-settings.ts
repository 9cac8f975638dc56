/**
 * A setting of a booking: a column that the office sets beside its answers, with compare-and-set.
 * `private.booking_settings` is generated from these records by `npm run types:generate`.
 */
interface Setting {
  /** The history keeps no value, because it is kept longer than the setting. */
  isSecret?: true;
  /** A value for the coming visits leaves the first booking's column as it is once its day has passed. */
  pastStays?: true;
}

/** Every setting, by its column. */
export const SETTINGS = {
  crew: { pastStays: true },
  instructions: {},
  access: { isSecret: true },
} as const satisfies Record<string, Setting>;

export type SettingField = keyof typeof SETTINGS;
