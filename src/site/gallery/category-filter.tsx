import { GALLERY_CATEGORIES } from '../../core/domain/gallery.ts';

const FILTERS = ['All', ...GALLERY_CATEGORIES] as const;
export type Filter = (typeof FILTERS)[number];

interface CategoryFilterProps {
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

export function CategoryFilter({ chosen, onChoose }: CategoryFilterProps) {
  return (
    <div role="group" aria-label="Filter by category" className="mb-8 flex flex-wrap gap-2">
      {FILTERS.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className="min-h-11 rounded-full border-2 border-line bg-surface px-5 font-semibold text-heading transition-colors hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
        >
          {filter}
        </button>
      ))}
    </div>
  );
}
