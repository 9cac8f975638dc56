import { Picture } from '../../ui/picture.tsx';
import emptyRoom from '../art/empty-state.webp?w=400,800&picture';

/** What stands where a list has nothing to show. */
export function EmptyList({ text }: { text: string }) {
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-5 py-6 text-center">
      <Picture picture={emptyRoom} sizes="min(24rem, 100vw - 2rem)" alt="" className="rounded-3xl" />
      <p className="text-lg font-semibold text-heading">{text}</p>
    </div>
  );
}
