import { useId, useState } from 'react';
import { COMPANY } from '../content/company.ts';
import { smallButtonClass } from '../../ui/button.ts';

/**
 * The centre of Paisley, north at the top, about 2.2 km wide: traced by hand from coordinates and
 * simplified.
 */
const RIVER = 'M358-10C352 60 338 90 340 140S330 200 350 236 400 300 444 339 560 410 660 466';

const STREETS = [
  'M0 240 37 228 128 205 307 195 430 169 640 163', // High Street, Gauze Street, Glasgow Road
  'M307 195 293 293 256 391 245 440', // Causeyside Street
  'M307 195 265 120 247 0', // Moss Street, Love Street
  'M352 182 400 90 457 0', // Renfrew Road
  'M0 330 146 326 288 330', // Canal Street
].join('');

const RAILWAYS = 'M640 101 285 137 0 3M285 137 150 150 0 178M640 325C540 345 440 395 296 375';

const STATIONS = [
  { x: 285, y: 137 },
  { x: 296, y: 375 },
];

const LABELS = [
  { text: 'Gilmour Street', x: 248, y: 136, anchor: 'end' },
  { text: 'High Street', x: 66, y: 188, anchor: 'start' },
  { text: 'Gauze Street', x: 466, y: 150, anchor: 'start' },
  { text: 'Causeyside Street', x: 274, y: 290, anchor: 'end' },
  { text: 'Paisley Abbey', x: 422, y: 222, anchor: 'start' },
  { text: 'Paisley Canal', x: 300, y: 414, anchor: 'start' },
  { text: 'Glasgow →', x: 626, y: 88, anchor: 'end' },
] as const;

/** The bounds of the drawing, in degrees. */
const BOUNDS = { west: -4.44, south: 55.838, east: -4.405, north: 55.8515 };

const { position, postalAddress } = COMPANY;

/** The place of the postal address in the drawing. */
const PIN = position && {
  x: (640 * (position.longitude - BOUNDS.west)) / (BOUNDS.east - BOUNDS.west),
  y: (440 * (BOUNDS.north - position.latitude)) / (BOUNDS.north - BOUNDS.south),
};

const TITLE = `Map of the centre of Paisley. The White Cart Water runs north through it. Paisley Abbey stands on its east bank. High Street leads west, Gauze Street east and Causeyside Street south. Gilmour Street station is north of High Street.${PIN ? ` Our address, ${postalAddress.street}, is marked.` : ''}`;

const labelClass = 'fill-heading stroke-sand font-semibold [paint-order:stroke]';

/** A map drawn as part of the page: it needs no connection and sends no request. */
function MapDrawing() {
  const titleId = useId();
  return (
    <svg
      viewBox="0 0 640 440"
      role="img"
      aria-labelledby={titleId}
      className="block h-auto w-full bg-sand"
      fill="none"
      strokeLinejoin="round"
      fontSize="22"
      strokeWidth="6"
    >
      <title id={titleId}>{TITLE}</title>
      <path
        d="M356 176 430 182 424 250 372 256Z M228 20 282 14 288 58 238 62Z"
        className="fill-success-tint"
      />
      <path d={RIVER} className="stroke-brand-glow" strokeWidth="24" />
      <path d={STREETS} className="stroke-line" strokeWidth="13" />
      <path d={STREETS} className="stroke-surface dark:stroke-line" strokeWidth="9" />
      <path d={RAILWAYS} className="stroke-muted" strokeWidth="3" strokeDasharray="10 5" />
      {STATIONS.map(({ x, y }) => (
        <circle
          key={y}
          cx={x}
          cy={y}
          r="9"
          className="fill-surface stroke-heading"
          strokeWidth="4"
        />
      ))}
      <path d="M368 226v-26l8-16 8 16v6h20l8 8v12Z" className="fill-brand" />
      <text className={labelClass} transform="translate(462 332) rotate(31)">
        White Cart Water
      </text>
      {LABELS.map(({ text, x, y, anchor }) => (
        <text key={text} x={x} y={y} textAnchor={anchor} className={labelClass}>
          {text}
        </text>
      ))}
      {PIN && (
        <g transform={`translate(${PIN.x} ${PIN.y})`}>
          <path
            d="M0 0C-12-14-16-21-16-28a16 16 0 0 1 32 0C16-21 12-14 0 0Z"
            className="fill-danger stroke-surface"
            strokeWidth="3"
          />
          <circle cy="-28" r="6" className="fill-surface" />
          <text x="22" y="-8" className={labelClass}>
            {postalAddress.street}
          </text>
        </g>
      )}
    </svg>
  );
}

const MAP_URL = `https://www.openstreetmap.org/export/embed.html?bbox=${Object.values(BOUNDS).join('%2C')}&layer=mapnik${
  position ? `&marker=${position.latitude}%2C${position.longitude}` : ''
}`;

const EXPLANATIONS = {
  drawn: 'The interactive map comes from openstreetmap.org, which then sees your IP address.',
  interactive:
    'This map comes from openstreetmap.org. If it does not appear, go back to the drawn map: it needs no connection.',
};

/** The company's location: a drawing until the visitor asks for a third party's interactive map. */
export function PaisleyMap() {
  const [isInteractive, setInteractive] = useState(false);

  return (
    <figure className="overflow-hidden rounded-3xl border border-line bg-surface shadow-card">
      <div className="relative">
        <MapDrawing />
        {isInteractive && (
          <iframe
            src={MAP_URL}
            title="Interactive map of Paisley"
            sandbox="allow-scripts allow-same-origin allow-popups"
            // OpenStreetMap asks which site shows its maps.
            referrerPolicy="strict-origin"
            className="absolute inset-0 size-full"
          />
        )}
      </div>
      <figcaption className="grid justify-items-start gap-3 p-5 sm:p-6">
        <p aria-live="polite" className="text-sm">
          {EXPLANATIONS[isInteractive ? 'interactive' : 'drawn']}
        </p>
        <button
          type="button"
          className={smallButtonClass('secondary')}
          onClick={() => setInteractive(!isInteractive)}
        >
          {isInteractive ? 'Show the drawn map' : 'Load the interactive map'}
        </button>
      </figcaption>
    </figure>
  );
}
