import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { COMPANY } from '../content/company.ts';
import { areaText, AREAS_TEXT } from '../content/areas.ts';

/** Says whether the company comes to a postcode or town. */
export default function AreaCheck() {
  const [place, setPlace] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // Typed before the script was there.
  useEffect(() => setPlace(field.current?.value ?? ''), []);
  return (
    <section className="grid items-center gap-x-8 gap-y-4 rounded-3xl bg-sand p-6 sm:p-8 md:grid-cols-2">
      <div>
        <h2 className="text-xl font-bold">Do we come to you?</h2>
        <p className="mt-2">{`Type your postcode or your town. ${COMPANY.hours.visits}`.trim()}</p>
      </div>
      <TextField
        ref={field}
        id="area"
        label="Your postcode or town"
        onChange={({ target }) => setPlace(target.value)}
        autoComplete="postal-code"
        hint={<span aria-live="polite">{areaText(place) ?? AREAS_TEXT}</span>}
      />
    </section>
  );
}
