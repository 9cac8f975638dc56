/**
 * The gallery's inline script. It draws the pictures in view in their placeholders once the list is
 * there, and then loads the page's scripts, which thus do not compete with the pictures; after three
 * seconds at the latest. It records the place of a picture that is tapped before the scripts are
 * ready.
 */
import { smallPicture } from '../../core/domain/gallery.ts';
import { input, start } from './scripts.ts';

const parsed = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));

async function draw(): Promise<void> {
  const { early, url = '' } = input.list ?? {};
  const answer = await window.earlyAnswer?.answer;
  if (!early || !answer) return;
  const rows = (await answer.clone().json()) as { url: string; is_pair: boolean }[];
  await parsed;
  const waiting: Promise<void>[] = [];
  const places = document.getElementById(early.places)?.children ?? [];
  for (const [i, place] of [...places].entries()) {
    const row = rows[i];
    if (!row || place.getBoundingClientRect().top > innerHeight) continue;
    const src = new URL(smallPicture(row.url), new URL(url, location.href)).href;
    // The address is set apart from the markup, so that no row writes markup.
    place.innerHTML = row.is_pair ? early.pair : early.single;
    (place as HTMLElement).style.animation = 'none';
    for (const image of place.querySelectorAll('img')) {
      Object.assign(image, { loading: 'eager', fetchPriority: 'high', src });
      waiting.push(image.decode());
    }
    place.addEventListener('click', () => (window.earlyPicture = i));
  }
  await Promise.allSettled(waiting);
}

// After the frame with the pictures.
draw().then(() => requestAnimationFrame(() => setTimeout(start)), start);
setTimeout(start, 3000);
