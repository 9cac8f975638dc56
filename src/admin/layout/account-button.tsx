import { Icon, type IconName } from '../../ui/icon.tsx';

interface AccountButtonProps {
  icon: IconName;
  children: string;
  onClick: () => void;
}

/** A line of the account block. */
export function AccountButton({ icon, children, onClick }: AccountButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex min-h-11 w-full items-center gap-3 rounded-xl px-3 font-semibold text-heading transition-colors hover:bg-tint"
    >
      <Icon name={icon} />
      {children}
    </button>
  );
}
