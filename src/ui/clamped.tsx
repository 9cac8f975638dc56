import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { smallButtonClass } from './button.ts';

/** A text within both bounds is short on every screen, so its height is not measured. */
const SHORT = { characters: 400, lines: 10 };
/** In rem: `max-h-60`, and how much more a text needs before it is clamped, so that the button never uncovers a line or two. */
const CLAMPED_REM = 15;
const LEEWAY_REM = 6;

const isShort = (text: string) =>
  text.length <= SHORT.characters && text.split('\n').length <= SHORT.lines;

interface ClampedProps {
  /** Shows all of it for now, without a button. */
  isWhole?: boolean;
  /** The text that the children show. */
  text: string;
  /** What the text is called, for those who hear the button. */
  name: string;
  className?: string;
  children: ReactNode;
}

/** Shows about ten lines of a long text, and the rest on request. Short texts, and all texts on paper, are whole. */
export function Clamped({ isWhole = false, text, ...props }: ClampedProps) {
  return isWhole || isShort(text) ? (
    <div className={props.className}>{props.children}</div>
  ) : (
    <ClampedLong {...props} />
  );
}

function ClampedLong({ name, className, children }: Omit<ClampedProps, 'isWhole' | 'text'>) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isTall, setIsTall] = useState(true);
  const [isOpen, setIsOpen] = useState(false);

  useLayoutEffect(() => {
    const { current: element } = content;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setIsTall(element.scrollHeight > (CLAMPED_REM + LEEWAY_REM) * rem);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    // The end of an open text may be far below its beginning.
    if (!isOpen && document.activeElement === button.current)
      button.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const label = isOpen ? 'Show less' : 'Show all';
  return (
    <div className={className}>
      <div
        id={id}
        ref={content}
        className={
          isTall && !isOpen
            ? 'max-h-60 overflow-hidden mask-[linear-gradient(#000_70%,transparent)] print:max-h-none print:mask-none forced-colors:mask-none'
            : undefined
        }
      >
        {children}
      </div>
      {isTall && (
        <button
          ref={button}
          type="button"
          aria-label={`${label}: ${name}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={`${smallButtonClass('secondary')} relative mt-2 min-h-11 print:hidden`}
        >
          {label}
        </button>
      )}
    </div>
  );
}
