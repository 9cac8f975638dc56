import type { JobPosting } from '../../core/domain/job-posting.ts';
import { Fact, Facts } from '../list/facts.tsx';

/** What a position offers and asks for. */
export function PostingFacts({ posting: { type, location, description, requirements } }: { posting: JobPosting }) {
  return (
    <>
      <Facts>
        <Fact icon="clock" label="Type">
          {type}
        </Fact>
        <Fact icon="pin" label="Location">
          {location}
        </Fact>
      </Facts>
      <p className="whitespace-pre-line">{description}</p>
      {requirements && requirements.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold text-muted">Requirements:</h3>
          <ul className="list-disc pl-5 marker:text-brand">
            {requirements.map((requirement, index) => (
              <li key={index}>{requirement}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
