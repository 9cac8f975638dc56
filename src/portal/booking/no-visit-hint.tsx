import { noVisitText, type VisitDays } from '../../core/domain/visit-times.ts';
import { Advice } from '../../ui/fields.tsx';

/** Says at a day, `YYYY-MM-DD`, that nobody comes on it. The office may still choose it. */
export function noVisitHint(day: string, days: VisitDays) {
  const text = noVisitText(day, days);
  return text === null ? undefined : <Advice text={text} />;
}
