import { useState } from 'react';
import { smallButtonClass } from '../../ui/button.ts';
import { MapDrawing } from './map-drawing.tsx';

/** The same part of the town as the drawing shows: west, south, east, north. */
const MAP_URL = 'https://www.openstreetmap.org/export/embed.html?bbox=-4.44%2C55.838%2C-4.405%2C55.8515&layer=mapnik';

type Shown = 'drawn' | 'interactive' | 'no-connection';

const EXPLANATIONS: Record<Shown, string> = {
  drawn: 'The interactive map comes from openstreetmap.org, which sees your IP address then. Nothing is loaded from there before.',
  interactive: 'This map comes from openstreetmap.org.',
  'no-connection': 'The interactive map comes from openstreetmap.org and needs a connection. Please try again when there is one.',
};

/** Where the company is: drawn, until a person asks for the interactive map of somebody else. */
export function PaisleyMap() {
  const [shown, setShown] = useState<Shown>('drawn');
  const isInteractive = shown === 'interactive';

  const toggle = () => {
    if (isInteractive) setShown('drawn');
    else setShown(navigator.onLine ? 'interactive' : 'no-connection');
  };

  return (
    <figure className="overflow-hidden rounded-3xl border border-line bg-surface shadow-card">
      <div className="relative">
        <MapDrawing />
        {isInteractive && (
          <iframe src={MAP_URL} title="Interactive map of Paisley" sandbox="allow-scripts allow-same-origin allow-popups" className="absolute inset-0 size-full" />
        )}
      </div>
      <figcaption className="grid justify-items-start gap-3 p-5 sm:p-6">
        <p aria-live="polite" className="text-sm">
          {EXPLANATIONS[shown]}
        </p>
        <button type="button" className={smallButtonClass('secondary')} onClick={toggle}>
          {isInteractive ? 'Show the drawn map' : 'Load the interactive map'}
        </button>
      </figcaption>
    </figure>
  );
}
