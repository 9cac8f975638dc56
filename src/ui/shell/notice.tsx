import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

const TONES = {
  success: { look: 'border-success bg-success-tint', sign: 'text-success', icon: 'checkCircle' },
  info: { look: 'border-info bg-info-tint', sign: 'text-info', icon: 'info' },
  warning: { look: 'border-warning bg-warning-tint', sign: 'text-warning', icon: 'alert' },
  error: { look: 'border-danger bg-danger-tint', sign: 'text-danger', icon: 'alert' },
} as const;

interface NoticeProps {
  tone: keyof typeof TONES;
  title: string;
  icon?: IconName;
  children?: ReactNode;
}

/** A message that stays on the page. */
export function Notice({ tone, title, icon, children }: NoticeProps) {
  const { look, sign, icon: usual } = TONES[tone];
  return (
    <div className={`flex gap-3 rounded-2xl border p-4 sm:p-5 ${look}`}>
      <span className={`mt-0.5 ${sign}`}>
        <Icon name={icon ?? usual} className="size-6" />
      </span>
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        <p className="text-lg leading-snug font-bold text-heading">{title}</p>
        {children}
      </div>
    </div>
  );
}
