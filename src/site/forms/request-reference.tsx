import { Link } from 'react-router-dom';

/** What a person notes down about a submission, and where to find it again. */
export function RequestReference({ reference }: { reference: string }) {
  return (
    <>
      <p>
        Your reference: <strong className="font-mono text-lg text-heading">{reference}</strong>
      </p>
      <Link to="/requests" className="font-semibold text-brand underline underline-offset-4">
        See it in My requests
      </Link>
    </>
  );
}
