import { useEffect, useRef } from 'react';

/**
 * Back closes an open dialog, menu or drawer and does not leave the page
 * (docs/decisions/0022-back.md). Each has an entry of the history above its page's, marked with its
 * number. An entry whose part was closed otherwise stays for the next part, and Back passes it.
 */

/** A part of the page that is open. */
interface Layer {
  close: () => void;
}

/** From the lowest to the highest. */
const layers: Layer[] = [];

/** An entry of the history: its page, and the number of marked entries up to it. */
interface Place {
  page: string;
  marks: number;
}

const MARKS = 'layers';

function readPlace(): Place {
  const { key, idx, [MARKS]: marks } = (history.state ?? {}) as Record<string, unknown>;
  return { page: JSON.stringify([key, idx]), marks: typeof marks === 'number' ? marks : 0 };
}

let place: Place = { page: '', marks: 0 };

/** Gives each open part an entry. Call it when the router has changed the entry. */
export function addEntries(): void {
  place = readPlace();
  while (place.marks < layers.length) {
    history.pushState({ ...history.state, [MARKS]: place.marks + 1 }, '');
    place = readPlace();
  }
}

/** Leaves the page for the one before it. */
export function leaveBack(): void {
  history.go(-1 - place.marks);
}

function onPopState(event: PopStateEvent): void {
  const before = place;
  place = readPlace();
  if (place.page !== before.page || place.marks === before.marks) {
    // A part that outlives its page, such as a drawer.
    for (const { close } of [...layers].reverse()) close();
    return;
  }
  // The page stays, so the router has nothing to do.
  event.stopImmediatePropagation();
  if (place.marks > before.marks) return;
  const top = layers.at(-1);
  if (!top) return leaveBack();
  top.close();
  // A busy dialog stays open.
  setTimeout(addEntries);
}

// Captured, so that it comes before the router's.
globalThis.addEventListener?.('popstate', onPopState, { capture: true });

/**
 * While something is open, Back calls `close` instead of leaving the page, the highest first.
 * `close` may leave it open. `isLowest`: below everything that is open already.
 */
export function useBackCloses(isOpen: boolean, close: () => void, isLowest = false): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!isOpen) return;
    const layer = { close: () => latest.current() };
    if (isLowest) layers.unshift(layer);
    else layers.push(layer);
    addEntries();
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen, isLowest]);
}
