import { Icon, type IconName } from './icon.tsx';
import type { Elements } from './elements.ts';

const TONES = {
  success: { box: 'border-success bg-success-tint', sign: 'text-success', icon: 'checkCircle' },
  info: { box: 'border-info bg-info-tint', sign: 'text-info', icon: 'info' },
  warning: { box: 'border-warning bg-warning-tint', sign: 'text-warning', icon: 'alert' },
  error: { box: 'border-danger bg-danger-tint', sign: 'text-danger', icon: 'alert' },
} as const;

interface NoticeProps {
  tone: keyof typeof TONES;
  title: string;
  icon?: IconName;
  children?: Elements;
}

/** A message that stays on the page. */
export function Notice({ tone, title, icon, children }: NoticeProps) {
  const { box, sign, icon: usual } = TONES[tone];
  return (
    <div
      className={`grid grid-cols-[auto_1fr] gap-x-3 gap-y-2 rounded-2xl border p-4 sm:p-5 ${box}`}
    >
      <span className={`mt-0.5 ${sign}`}>
        <Icon name={icon ?? usual} className="size-6" />
      </span>
      <p className="text-lg leading-snug font-bold text-heading">{title}</p>
      {/* On a phone the text has the full width. */}
      {children && (
        <div className="col-span-2 grid min-w-0 justify-items-start gap-2 sm:col-span-1 sm:col-start-2">
          {children}
        </div>
      )}
    </div>
  );
}
