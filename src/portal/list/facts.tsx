import type { ReactNode } from 'react';
import { Clamped } from '../../ui/clamped.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Marked, useIsMarked } from './marks.tsx';

/** Short facts about a row, side by side where there is room. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-x-5 gap-y-1.5">
      {children}
    </dl>
  );
}

interface FactLineProps {
  icon: IconName;
  /** Read out; those who see have the sign. */
  label: string;
  /** How much room it takes, where it needs more than one part of the row. */
  className?: string;
  children: ReactNode;
}

export function FactLine({ icon, label, className = '', children }: FactLineProps) {
  return (
    <div className={`flex items-start gap-2.5 ${className}`}>
      <dt>
        <Icon name={icon} className="mt-0.5 size-5 text-muted" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** A phone number. What can be done with it is among the row's actions. */
export const PhoneFact = ({ phone }: { phone: string }) => (
  <FactLine icon="phone" label="Phone">
    <Marked>{phone}</Marked>
  </FactLine>
);

/** An email address. */
export const EmailFact = ({ email }: { email: string }) => (
  <FactLine icon="mail" label="Email">
    <Marked>{email}</Marked>
  </FactLine>
);

interface LongTextProps {
  text: string;
  name: string;
  children: ReactNode;
}

/** A text of a card, clamped when it is long. It is whole while the search marks something in it. */
export function LongText({ text, name, children }: LongTextProps) {
  const isMarked = useIsMarked(text);
  return (
    <Clamped text={text} name={name} isWhole={isMarked}>
      {children}
    </Clamped>
  );
}

/** A postal address, with the lines that somebody gave it. */
export const AddressFact = ({ address }: { address: string }) => (
  <FactLine icon="pin" label="Address" className="col-span-full">
    <LongText text={address} name="Address">
      <p className="whitespace-pre-line">
        <Marked>{address}</Marked>
      </p>
    </LongText>
  </FactLine>
);

/** A text that somebody wrote, under its name, with the lines they gave it. */
export function TextBlock({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <h3 className="text-sm font-semibold text-muted">{title}</h3>
      <LongText text={children} name={title}>
        <p className="max-w-prose whitespace-pre-line">
          <Marked>{children}</Marked>
        </p>
      </LongText>
    </div>
  );
}
