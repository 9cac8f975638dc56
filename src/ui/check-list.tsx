import { Icon } from './icon.tsx';

export function CheckList({ items }: { items: readonly string[] }) {
  return (
    <ul className="grid gap-2">
      {items.map((item) => (
        <li key={item} className="flex items-start gap-2.5">
          <Icon name="check" className="mt-1 size-4 text-brand" />
          <span>{item}</span>
        </li>
      ))}
    </ul>
  );
}
