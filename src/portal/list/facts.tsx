import type { ReactNode } from 'react';
import { addressLine, briefNotes } from '../../core/domain/notes.ts';
import { Clamped } from '../../ui/clamped.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Marked, useIsMarked } from './marks.tsx';

interface FactsProps {
  /** Columns on a desktop screen. */
  className?: string;
  children: ReactNode;
}

/** Short facts about a row, side by side where they fit. */
export function Facts({ className = '', children }: FactsProps) {
  return (
    <dl
      className={`grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-x-5 gap-y-1.5 wide:flex wide:flex-wrap wide:gap-x-4 wide:gap-y-0 ${className}`}
    >
      {children}
    </dl>
  );
}

interface FactLineProps {
  icon: IconName;
  /** The name for screen readers, in place of the icon. */
  label: string;
  /** The number of columns it takes, if more than one. */
  className?: string;
  children: ReactNode;
}

export function FactLine({ icon, label, className = '', children }: FactLineProps) {
  return (
    <div className={`flex items-start gap-2.5 wide:gap-0 ${className}`}>
      <dt>
        <Icon name={icon} className="mt-0.5 size-5 text-muted wide:hidden" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd dir="auto" className="min-w-0">
        {children}
      </dd>
    </div>
  );
}

/** A phone number. Its links are among the row's actions. */
export const PhoneFact = ({ phone }: { phone: string }) => (
  <FactLine icon="phone" label="Phone">
    <span className="wide:whitespace-nowrap">
      <Marked>{phone}</Marked>
    </span>
  </FactLine>
);

/** An email address; nothing for a booking without one. */
export const EmailFact = ({ email }: { email: string }) =>
  email !== '' && (
    <FactLine icon="mail" label="Email">
      <span className="wide:break-all">
        <Marked>{email}</Marked>
      </span>
    </FactLine>
  );

interface LongTextProps {
  text: string;
  name: string;
  /** The number of lines on a desktop screen. */
  deskLines?: 1 | 2 | undefined;
  /** The number of lines on every screen. */
  lines?: 1 | 2 | undefined;
  /** Takes the children's place while they are clamped to lines. */
  brief?: ReactNode;
  children: ReactNode;
}

/** A text of a card, clamped when it is long. Shown whole while it has a match of the search. */
export function LongText(props: LongTextProps) {
  return <Clamped {...props} isWhole={useIsMarked(props.text)} />;
}

interface AddressFactProps {
  address: string;
  /** Not clamped, where it is the fact that matters. */
  isWhole?: boolean;
}

export function AddressFact({ address, isWhole = false }: AddressFactProps) {
  const line = addressLine(address);
  const text = (
    <p>
      <Marked>{line}</Marked>
    </p>
  );
  return (
    <FactLine icon="pin" label="Address" className="col-span-full desk:col-start-2">
      {isWhole ? (
        text
      ) : (
        <LongText text={line} name="Address" deskLines={2}>
          {text}
        </LongText>
      )}
    </FactLine>
  );
}

interface TextBlockProps {
  title: string;
  /** The number of lines on a desktop screen. */
  deskLines?: 1 | 2 | undefined;
  /** The same text, in the order of its importance, for the clamped lines. */
  brief?: string;
  children: string;
}

/** A person's text with its line breaks, below its title; on a desktop screen beside it. */
export function TextBlock({ title, deskLines = 1, brief, children }: TextBlockProps) {
  return (
    <div className="wide:flex wide:items-start wide:gap-2">
      <h3 className="shrink-0 text-sm font-semibold text-muted">{title}</h3>
      <LongText
        text={children}
        name={title}
        deskLines={deskLines}
        brief={brief === undefined ? undefined : <p dir="auto">{brief}</p>}
      >
        <p dir="auto" className="max-w-prose whitespace-pre-line wide:max-w-none">
          <Marked>{children}</Marked>
        </p>
      </LongText>
    </div>
  );
}

/** The office's text for those who go. */
export const Instructions = ({ text, deskLines }: { text: string | null; deskLines?: 2 }) =>
  text && (
    <TextBlock title="For those who go" deskLines={deskLines}>
      {text}
    </TextBlock>
  );

/** A booking's notes; their clamped lines begin with keys, codes, alarms and pets. */
export const Notes = ({ notes, deskLines }: { notes: string | null; deskLines?: 2 }) =>
  notes && (
    <TextBlock title="Notes" deskLines={deskLines} brief={briefNotes(notes)}>
      {notes}
    </TextBlock>
  );
