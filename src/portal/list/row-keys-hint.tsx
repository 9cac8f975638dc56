import { ROW_KEYS_HINT } from './row-keys.ts';

/** Names the keys of the rows after it while a row has the focus. */
export const RowKeysHint = () => (
  <p id={ROW_KEYS_HINT} className="row-keys">
    Arrow keys move between the rows. Enter leads into a row, Tab through its buttons, Escape back.
  </p>
);
