import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { smallButtonClass } from './button.ts';
import { useIsDesk } from './use-desk.ts';

/** A text within both bounds fits every screen, so its height is not measured. */
const SHORT = { characters: 400, lines: 10 };
/** The same for a text that is clamped to lines, for each line. */
const SHORT_LINE = 20;
/**
 * In rem: `max-h-60`, and the least excess that clamps a text, so that the button never uncovers
 * only a line or two.
 */
const CLAMPED_REM = 15;
const LEEWAY_REM = 6;

const isShort = (text: string, lines: number | undefined) =>
  lines === undefined
    ? text.length <= SHORT.characters && text.split('\n').length <= SHORT.lines
    : text.length <= SHORT_LINE * lines;

interface ClampedProps {
  /** Shows the whole text without a button. */
  isWhole?: boolean;
  /**
   * The number of lines on a desktop screen, if fewer than ten. Line breaks become spaces until the
   * text is expanded.
   */
  deskLines?: 1 | 2 | undefined;
  /** The same on every screen. */
  lines?: 1 | 2 | undefined;
  /** Takes the children's place while they are clamped to lines. */
  brief?: ReactNode;
  text: string;
  /** The text's name, for the button's accessible name. */
  name: string;
  className?: string;
  children: ReactNode;
}

/**
 * Shows about ten lines of a long text, and the rest on request. Short texts, and all texts on
 * paper, are shown whole.
 */
export function Clamped({
  isWhole = false,
  deskLines,
  lines,
  text,
  brief,
  ...props
}: ClampedProps) {
  const isDesk = useIsDesk();
  const most = lines ?? (isDesk ? deskLines : undefined);
  if (isWhole || isShort(text, most))
    return <div className={props.className}>{props.children}</div>;
  // A new clamp needs a new measurement.
  return most === undefined ? (
    <ClampedLong key="tall" {...props} text={text} />
  ) : (
    <ClampedLong key="lines" {...props} text={text} brief={brief} lines={most} />
  );
}

const CLAMPED = {
  tall: 'max-h-60 overflow-hidden mask-[linear-gradient(#000_70%,transparent)] print:max-h-none print:mask-none forced-colors:mask-none',
  1: 'line-clamp-1 print:line-clamp-none',
  2: 'line-clamp-2 print:line-clamp-none',
};
/** A text clamped to lines stands beside its button, any other above it. */
const LINES = {
  box: 'flex items-start gap-x-2',
  closed: 'not-print:[&_p]:whitespace-normal',
  button:
    '-my-0.5 min-h-6 shrink-0 text-sm font-semibold text-brand underline underline-offset-4 pointer-coarse:my-0 pointer-coarse:min-h-11 print:hidden',
};

/** The height above which a text is clamped, in pixels. */
function tallestOf(element: HTMLElement, lines: number | undefined): number {
  if (lines !== undefined)
    return (lines + 0.5) * Number.parseFloat(getComputedStyle(element).lineHeight);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return (CLAMPED_REM + LEEWAY_REM) * rem;
}

type ClampedLongProps = Pick<
  ClampedProps,
  'text' | 'name' | 'className' | 'children' | 'brief' | 'lines'
>;

function ClampedLong({ text, name, className = '', lines, brief, children }: ClampedLongProps) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A button beside lines narrows them, so they are measured without it first.
  const [isTall, setIsTall] = useState(lines === undefined);
  const [isOpen, setIsOpen] = useState(false);

  useLayoutEffect(() => {
    const { current: element } = content;
    if (!element || isOpen) return;
    // Called first in the frame in which the text comes near the screen: measuring the texts of a
    // whole list at once is a long task.
    const observer = new ResizeObserver(() =>
      flushSync(() => setIsTall(element.scrollHeight > tallestOf(element, lines))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [lines, isOpen]);

  useLayoutEffect(() => {
    // The end of an expanded text may be far below its beginning.
    if (!isOpen && document.activeElement === button.current)
      button.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const label = isOpen ? 'Show less' : 'Show all';
  const closed = `${lines === undefined ? '' : LINES.closed} ${isTall ? CLAMPED[lines ?? 'tall'] : ''}`;
  return (
    <div className={lines === undefined ? className : `${LINES.box} ${className}`}>
      <div
        id={id}
        ref={content}
        // A pointer reads the text without a press.
        title={isTall && !isOpen && lines !== undefined ? text : undefined}
        className={`min-w-0 ${isOpen ? '' : closed}`}
      >
        {isOpen ? children : (brief ?? children)}
      </div>
      {isTall && (
        <button
          ref={button}
          type="button"
          aria-label={`${label}: ${name}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className={
            lines === undefined
              ? `${smallButtonClass('secondary')} relative mt-2 min-h-11 print:hidden`
              : LINES.button
          }
        >
          {label}
        </button>
      )}
    </div>
  );
}
