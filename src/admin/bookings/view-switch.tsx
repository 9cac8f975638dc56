const VIEWS = { received: 'Received', schedule: 'Schedule' } as const;

export type BookingsView = keyof typeof VIEWS;

interface ViewSwitchProps {
  view: BookingsView;
  onChoose: (view: BookingsView) => void;
}

/** Chooses between the two orders of the bookings: as they came, and as they are to be done. */
export function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  return (
    <fieldset className="justify-self-start rounded-full border border-line bg-surface p-1 max-sm:justify-self-stretch">
      <legend className="sr-only">View</legend>
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {Object.entries(VIEWS).map(([name, text]) => (
          <label
            key={name}
            className="grid min-h-11 cursor-pointer place-items-center rounded-full px-6 font-semibold text-heading transition-colors hover:bg-tint has-checked:bg-brand has-checked:text-on-brand has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="bookings-view"
              className="sr-only"
              checked={name === view}
              onChange={() => onChoose(name as BookingsView)}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
