import { useState } from 'react';
import { TextField } from '../../ui/fields.tsx';
import { COMPANY } from '../content/company.ts';
import { areaText, AREAS_TEXT } from '../content/areas.ts';

/** Says whether the company comes to a postcode or town. */
export default function AreaCheck() {
  const [place, setPlace] = useState('');
  return (
    <section className="grid items-center gap-x-8 gap-y-4 rounded-3xl bg-sand p-6 sm:p-8 md:grid-cols-2">
      <div>
        <h2 className="text-xl font-bold">Do we come to you?</h2>
        {COMPANY.hours.visits && <p className="mt-2">{COMPANY.hours.visits}</p>}
      </div>
      <TextField
        id="area"
        label="Your postcode or town"
        value={place}
        onChange={({ target }) => setPlace(target.value)}
        autoComplete="postal-code"
        hint={<span aria-live="polite">{areaText(place) ?? AREAS_TEXT}</span>}
      />
    </section>
  );
}
