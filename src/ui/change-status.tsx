import { useState } from 'react';
import { useSettled } from './use-settled.ts';

/** Longer than a state that only lasts until the server has answered. */
const SETTLED_AFTER_MS = 500;

/** Reads a text to a screen reader each time that it changes and stays, not as it is at first. */
export function ChangeStatus({ text }: { text: string }) {
  const [first] = useState(text);
  const [hasChanged, setHasChanged] = useState(false);
  const settled = useSettled(text, SETTLED_AFTER_MS);
  if (settled !== first && !hasChanged) setHasChanged(true);
  return (
    <p role="status" className="sr-only">
      {hasChanged && settled}
    </p>
  );
}
