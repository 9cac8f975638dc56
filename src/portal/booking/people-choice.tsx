import { Link } from 'react-router-dom';
import { ENTITIES } from '../../core/domain/entities.ts';
import { useTeamNames } from '../team/use-team.ts';

interface PeopleChoiceProps {
  legend: string;
  hint?: string;
  /** The ids of the people who are chosen. */
  chosen: readonly string[];
  error?: string | undefined;
  onChange: (chosen: string[]) => void;
}

/** Chooses people of the team. */
export function PeopleChoice({ legend, hint, chosen, error, onChange }: PeopleChoiceProps) {
  const names = useTeamNames();
  return (
    <fieldset className="grid min-w-0 gap-2" aria-describedby={error ? 'people-error' : undefined}>
      <legend className="mb-2 font-semibold text-heading">{legend}</legend>
      {names.size === 0 ? (
        <p>
          {'Nobody is in the team yet. '}
          <Link
            to={ENTITIES.crew.path}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            Add the people who go
          </Link>
        </p>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-2">
          {[...names].map(([id, name]) => (
            <li key={id}>
              <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-control bg-surface px-3 py-2 wrap-anywhere transition-colors hover:bg-tint has-checked:border-brand has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-brand outline-none"
                  checked={chosen.includes(id)}
                  onChange={({ target }) =>
                    onChange(
                      target.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
                    )
                  }
                />
                <span dir="auto">{name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      <p id="people-error" role="alert" className="text-sm font-semibold text-danger empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
