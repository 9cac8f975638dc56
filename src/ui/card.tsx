import type { ReactNode } from 'react';

interface CardProps {
  children: ReactNode;
  className?: string;
}

export function Card({ children, className = '' }: CardProps) {
  return (
    <div
      className={`rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-8 ${className}`}
    >
      {children}
    </div>
  );
}
