import type { Creation } from '../../core/domain/creation.ts';

/** What a waiting item is called, and what else tells it from others. */
export function describeCreation({ entity, values }: Creation): { title: string; detail: string } {
  switch (entity) {
    case 'careers':
      return { title: values.title, detail: `${values.type}, ${values.location}` };
    case 'gallery_images':
      return { title: values.alt, detail: values.category };
    case 'testimonials':
      return { title: values.name, detail: values.quote };
  }
}
