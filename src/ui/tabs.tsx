import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

interface TabsProps {
  label: string;
  /** The first tab is open initially. */
  tabs: readonly { name: string; panel: ReactNode }[];
}

/** The index that a key moves to from this tab, or undefined. */
function targetOf(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Tabs, each with a panel. The arrow keys move between the tabs and open them; Tab leads into the
 * panel.
 */
export function Tabs({ label, tabs }: TabsProps) {
  const [openIndex, setOpenIndex] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const id = useId();

  const handleKey = (event: KeyboardEvent) => {
    const target = targetOf(event.key, openIndex, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    setOpenIndex(target);
    buttons.current[target]?.focus();
  };

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        onKeyDown={handleKey}
        className="flex flex-wrap gap-1 rounded-3xl bg-tint p-1.5 sm:inline-flex sm:rounded-full"
      >
        {tabs.map(({ name }, i) => (
          <button
            key={name}
            ref={(button) => {
              buttons.current[i] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-tab-${i}`}
            aria-controls={`${id}-panel-${i}`}
            aria-selected={i === openIndex}
            tabIndex={i === openIndex ? 0 : -1}
            onClick={() => setOpenIndex(i)}
            className="min-h-12 grow rounded-full px-2 text-[0.95rem] max-[22.5rem]:px-1 max-[22.5rem]:text-[0.8125rem] font-semibold text-heading transition-colors hover:bg-surface aria-selected:bg-brand aria-selected:text-on-brand sm:px-7 sm:text-base"
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ name, panel }, i) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-panel-${i}`}
          aria-labelledby={`${id}-tab-${i}`}
          hidden={i !== openIndex}
          tabIndex={0}
          className="mt-8 rounded-3xl outline-offset-8"
        >
          {panel}
        </div>
      ))}
    </>
  );
}
